import type { Collectible } from '@evenhand/protocol/collectibles.ts'
import { Card } from '@evenhand/ui/states.tsx'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { CopyButton } from '../../lib/copy-button.tsx'
import { Row } from '../../lib/figure-row.tsx'
import { Figure } from '../../lib/format.tsx'
import { CreatorName } from './work-parts.tsx'

/** Who made a work, on which chain its token is, and the hash by which anybody can tell its image. */
export function WorkFacts({ work }: { work: Collectible }) {
  const t = useTranslations('collectibles')
  return (
    <Card className="flex flex-col gap-3 p-5">
      <h2 className="text-16 font-700">{t('detail.about')}</h2>
      <dl className="flex flex-col gap-1.5 text-13">
        <Row name={t('detail.creator')}>
          <CreatorName work={work} />
        </Row>
        <Row name={t('detail.chain')}>{work.chain ?? t('detail.noChain')}</Row>
        {work.tokenId !== null && (
          <Row name={t('detail.tokenId')}>
            <Figure>{work.tokenId}</Figure>
          </Row>
        )}
        {work.ownerMasked !== null && (
          <Row name={t('detail.owner')}>
            <Figure>{work.ownerMasked}</Figure>
          </Row>
        )}
      </dl>
      {work.address !== null && <Copied name={t('detail.address')} text={work.address} />}
      <Copied name={t('detail.hash')} text={work.imageHash} />
    </Card>
  )
}

function Copied({ name, text }: { name: string; text: string }) {
  const shown = useRef<HTMLElement>(null)
  return (
    <div className="text-13">
      <p className="text-fg2">{name}</p>
      <div className="flex items-center gap-2">
        <code ref={shown} dir="ltr" className="min-w-0 grow font-mono text-12 break-all">
          {text}
        </code>
        <CopyButton text={text} shown={shown} />
      </div>
    </div>
  )
}
