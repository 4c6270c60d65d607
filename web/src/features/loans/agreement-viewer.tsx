import { Icon } from '@evenhand/ui/icon.tsx'
import { Card } from '@evenhand/ui/states.tsx'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'

type Agreement = {
  readonly title: string
  readonly sections: readonly { readonly heading: string; readonly paragraphs: readonly string[] }[]
  readonly agreementHash: string
}
type ViewerProps = { agreement: Agreement; isRead: boolean; onRead: () => void }

/** The whole agreement in a box of its own, which notices when its end has been in sight. */
export function AgreementViewer({ agreement: { title, sections, agreementHash }, isRead, onRead }: ViewerProps) {
  const t = useTranslations('loans')
  const box = useRef<HTMLElement>(null)
  const end = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (isRead || !end.current) return undefined
    const watch = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && onRead(), {
      root: box.current,
    })
    watch.observe(end.current)
    return () => watch.disconnect()
  }, [isRead, onRead, agreementHash])
  return (
    <Card>
      <section
        ref={box}
        // A box that scrolls by itself is reached by the keyboard.
        tabIndex={0}
        aria-label={title}
        className="max-h-[60dvh] overflow-y-auto overscroll-contain px-5 py-4 desktop:px-8 desktop:py-6"
      >
        <h2 className="text-18 font-700">{title}</h2>
        {sections.map(({ heading, paragraphs }) => (
          <div key={heading} className="mt-4">
            <h3 className="font-600">{heading}</h3>
            {paragraphs.map((paragraph) => (
              <p key={paragraph} className="mt-1.5 max-w-text text-fg2">
                {paragraph}
              </p>
            ))}
          </div>
        ))}
        <p className="mt-6 text-12 text-fg3">
          {t('agreement.hash')} <bdi className="font-mono break-all">{agreementHash}</bdi>
        </p>
        <p ref={end} className="mt-3 text-13 text-fg3">
          {t('agreement.end')}
        </p>
      </section>
      <p role="status" className="flex items-center gap-2 border-t border-line px-5 py-3 text-13 text-fg2 desktop:px-8">
        <Icon name={isRead ? 'check' : 'expand'} size={18} className={isRead ? 'text-good' : 'text-fg3'} />
        {t(isRead ? 'agreement.read' : 'agreement.scroll')}
      </p>
    </Card>
  )
}
