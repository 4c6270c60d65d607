import { currentNotices, noticeRead, type PublicNotice } from '@evenhand/protocol/public-notices.ts'
import { Button, buttonClass, IconButton } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { openDialogs } from '@evenhand/ui/open-dialogs.ts'
import { Link, useLocation } from '@evenhand/ui/router.ts'
import { useStore } from '@evenhand/ui/store.ts'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslations } from 'use-intl'
import { useChrome } from '../../layout/chrome.ts'
import { call } from '../../lib/call.ts'
import { useAccountMode, useSession } from '../../lib/session.ts'
import { useLang } from '../../lib/settings.ts'
import { useFetched } from '../../lib/use-fetched.ts'
import { OtherLanguage, OtherLanguageText, writtenIn } from './other-language.tsx'
import { isSeen, keepSeen } from './seen-notices.ts'

const freshMs = 300_000
/** A dialog that closes is often followed by the next step of what it requests. */
const quietMs = 1000

/** What is announced to this person now: one line in the bar, and one pop-up, each once a version. */
export function Announcements() {
  const lang = useLang()
  const person = useSession()?.user.id ?? ''
  const mode = useAccountMode()
  const { data = [] } = useFetched(`announced ${lang} ${person} ${mode}`, () => call(currentNotices, { lang }), freshMs)
  const [closed, setClosed] = useState(0)
  const unseen = data.filter((notice) => !isSeen(notice))
  const end = (notice: PublicNotice) => {
    keepSeen(notice)
    setClosed(closed + 1)
    // One report is enough: its purpose is that other devices stay quiet as well.
    call(noticeRead, { id: notice.id, version: notice.version }).catch(() => undefined)
  }
  const line = unseen.find(({ navbar }) => navbar)
  const popup = unseen.find((notice) => notice.popup && notice !== line)
  return (
    <>
      {line && <Line notice={line} onClose={() => end(line)} />}
      {popup && <Popup key={popup.id} notice={popup} onClose={() => end(popup)} />}
    </>
  )
}

type Props = { notice: PublicNotice; onClose: () => void }

const searchOf = ({ id, type }: PublicNotice) => ({ id, ...(type === 3 ? { type: '3' } : {}) })

/** Under the top bar, on every screen that has one. */
function Line({ notice, onClose }: Props) {
  const common = useTranslations('common')
  const header = document.querySelector('header')
  const { top } = useChrome()
  if (header === null || top === 'none' || top === 'pass') return null
  return createPortal(
    <div className="border-b border-line bg-accent-weak text-13 text-accent-text">
      <div className="mx-auto flex max-w-content items-center gap-2 ps-gutter pe-2">
        <Icon name="bell" size={16} className="shrink-0" />
        <p className="min-w-0 grow py-2 wrap-anywhere">
          <Link to="/help/notice" search={searchOf(notice)} className="text-inherit underline">
            <bdi {...writtenIn(notice.lang)}>{notice.title}</bdi>
          </Link>{' '}
          <OtherLanguageText written={notice.lang} />
        </p>
        <IconButton icon="close" size={16} label={common('close')} onClick={onClose} className="shrink-0" />
      </div>
    </div>,
    header,
  )
}

/**
 * Over the screens that only show: never where a customer trades, pays or fills in a form. It waits until no other dialog
 * has been open for a moment.
 */
function Popup({ notice, onClose }: Props) {
  const t = useTranslations('help')
  const common = useTranslations('common')
  const { top } = useChrome()
  const { pathname } = useLocation()
  const [open, setOpen] = useState(false)
  const isCovered = useStore(openDialogs).length > 0
  const fits = top === 'brand' && pathname !== '/trading' && pathname !== '/nfts' && !isCovered
  useEffect(() => {
    if (!fits) return undefined
    const timer = setTimeout(() => setOpen(true), quietMs)
    return () => clearTimeout(timer)
  }, [fits])
  if (!open) return null
  const title = (
    <span {...writtenIn(notice.lang)} className="block">
      {notice.title}
    </span>
  )
  return (
    <Dialog open onClose={onClose} title={title} closeLabel={common('close')}>
      <div className="flex flex-col gap-3">
        <OtherLanguage written={notice.lang} />
        <p {...writtenIn(notice.lang)} className="text-15 wrap-anywhere">
          {notice.summary}
        </p>
      </div>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button onClick={onClose}>{t('notice.got')}</Button>
        <Link to="/help/notice" search={searchOf(notice)} onClick={onClose} className={buttonClass('secondary')}>
          {t('notice.read')}
        </Link>
      </div>
    </Dialog>
  )
}
