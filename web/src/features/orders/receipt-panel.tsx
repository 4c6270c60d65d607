import { orderReceipt, type OptionOrder } from '@evenhand/protocol/options.ts'
import { sentenceDate } from '@evenhand/protocol/sentence-date.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { CommandText } from '@evenhand/ui/command-text.tsx'
import { FieldError } from '@evenhand/ui/field.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { download } from '../../lib/download.ts'
import { setPendingFiles } from '../../lib/pending-files.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { ModeChip } from '../../layout/mode-chip.tsx'
import { languageOf, useLang } from '../../lib/settings.ts'
import { fileText, saveFile } from '../../lib/save-file.ts'
import { hasShareSheet, openShareSheet, sharedFile } from '../../lib/share.ts'
import { pinKeys } from '../../lib/pinned-keys.ts'
import { isRight, useReceiptCheck, type Checked } from './use-receipt-check.ts'

const keyFile = 'evenhand-keys.json'

/** The receipt of an order: its file, what the check in this browser found, and the command that checks it without us. */
export function ReceiptPanel({ order }: { order: OptionOrder }) {
  const t = useTranslations('orders')
  const problemText = useProblemText()
  const file = `evenhand-${order.mode}-${order.orderNo}.json`
  const command = `npm run verify -- receipt ${file} --key ${keyFile}`
  const meta = { handled: true }
  const receipt = () => download(() => call(orderReceipt, { id: order.id }, { mode: order.mode }))
  const save = useMutation({ meta, mutationFn: async () => saveFile(file, fileText(await receipt())) })
  const saveKeys = useMutation({ meta, mutationFn: async () => saveFile(keyFile, (await download(pinKeys)).text) })
  // What the device's sheet does not take as a file is saved instead.
  const share = useMutation({
    meta,
    async mutationFn() {
      const text = fileText(await receipt())
      const shared = sharedFile(file, text)
      if (shared) openShareSheet(shared)
      else saveFile(file, text)
    },
  })
  const navigate = useNavigate()
  const toCheck = useMutation({
    meta,
    async mutationFn() {
      setPendingFiles([new File([fileText(await receipt())], file, { type: 'application/json' })])
      await navigate({ to: '/verify' })
    },
  })
  const check = useReceiptCheck(order)
  const problem = save.error ?? saveKeys.error ?? share.error ?? toCheck.error ?? check.error
  return (
    <section aria-label={t('receipt.title')} className="flex flex-col gap-3">
      <h3 className="flex flex-wrap items-center gap-2 font-600">
        {t('receipt.title')}
        <ModeChip mode={order.mode} />
      </h3>
      <p className="text-13 text-fg2">{t('receipt.text')}</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" busy={save.isPending} onClick={() => save.mutate()}>
          <Icon name="download" size={18} />
          {t('receipt.save')}
        </Button>
        <Button variant="secondary" busy={saveKeys.isPending} onClick={() => saveKeys.mutate()}>
          <Icon name="download" size={18} />
          {t('receipt.saveKeys')}
        </Button>
        <Button variant="secondary" busy={toCheck.isPending} onClick={() => toCheck.mutate()}>
          <Icon name="check" size={18} />
          {t('receipt.check')}
        </Button>
        {hasShareSheet() && (
          <Button variant="secondary" busy={share.isPending} onClick={() => share.mutate()}>
            {t('receipt.share')}
          </Button>
        )}
      </div>
      <FieldError>{problem && problemText(problem)}</FieldError>
      {check.data && <CheckResult {...check.data} />}
      <p className="text-13 text-fg2">{t('receipt.yourself')}</p>
      <Command text={command} />
    </section>
  )
}

function CheckResult(checked: Checked) {
  const { verdict, keys, kept } = checked
  const t = useTranslations('orders')
  const tag = languageOf(useLang()).tag
  const ok = isRight(checked)
  const findings = [...verdict.findings, ...(verdict.notes ?? [])].slice(0, 8)
  const since = sentenceDate(tag, { timeStyle: 'short' }).format(keys.since)
  return (
    <div
      className={`flex flex-col gap-1.5 rounded-control px-4 py-3 text-13 ${ok ? 'bg-good-weak' : 'bg-danger-weak'}`}
    >
      <p className={`flex items-center gap-2 font-600 ${ok ? 'text-good' : 'text-danger'}`}>
        <Icon name={ok ? 'check' : 'warning'} size={18} />
        {ok ? t('receipt.right') : t('receipt.wrong', { count: Math.max(1, verdict.findings.length) })}
      </p>
      {ok && <p>{t('receipt.rightText')}</p>}
      {kept !== 'none' && <p>{t(kept === 'same' ? 'receipt.keptSame' : 'receipt.keptOther')}</p>}
      {findings.length > 0 && (
        <ul className="flex flex-col gap-1">
          {findings.map((finding, at) => (
            <li key={at}>
              {t(`finding.${finding.is}`)} <code dir="ltr">{finding.at}</code>
            </li>
          ))}
        </ul>
      )}
      <p className="text-fg2">{t(keys.changed ? 'receipt.keysChanged' : 'receipt.keysSince', { time: since })}</p>
    </div>
  )
}

function Command({ text }: { text: string }) {
  const common = useTranslations('common')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast(common('copied'), 'good')
    } catch {
      getSelection()?.selectAllChildren(document.getElementById('verify-command') ?? document.body)
      toast(common('copyFailed'), 'danger')
    }
  }
  return (
    <div dir="ltr" className="flex items-center gap-2 rounded-control bg-sunken ps-3.5 pe-1">
      <code id="verify-command" className="min-w-0 grow py-2.5 text-13">
        <CommandText text={text} />
      </code>
      <Button variant="quiet" size="small" onClick={() => void copy()} aria-label={common('copy')}>
        <Icon name="copy" size={18} />
      </Button>
    </div>
  )
}
