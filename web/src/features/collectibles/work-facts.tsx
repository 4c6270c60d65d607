import type { Collectible } from '@evenhand/protocol/collectibles.ts'
import { FieldError } from '@evenhand/ui/field.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Card } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { Row } from '../../lib/figure-row.tsx'
import { Figure } from '../../lib/format.tsx'
import { Copied } from './copied.tsx'
import { useImageCheck } from './use-image-check.ts'
import { CreatorName } from './work-parts.tsx'

const fileLink =
  'inline-flex items-center self-start text-13 text-accent-text underline underline-offset-2 mobile:min-h-11'

/** Who made a work, on which chain its token is, and the hash by which anybody can recognize its image. */
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
      <HashCheck work={work} />
      <div className="flex flex-col desktop:gap-1">
        <a href={work.metadataPath} target="_blank" rel="noreferrer" className={fileLink}>
          {t('detail.metadata')}
        </a>
        <a href={`/swx/customer/nft/${work.id}/records`} download={`records-${work.id}.json`} className={fileLink}>
          {t('detail.records')}
        </a>
      </div>
    </Card>
  )
}

/** What came of computing the hash of the image again, here in the browser. */
function HashCheck({ work }: { work: Collectible }) {
  const t = useTranslations('collectibles')
  const isSame = useImageCheck(work)
  if (isSame === undefined) return null
  return isSame ? (
    <p className="flex items-start gap-1.5 text-13 text-good">
      <Icon name="check" size={16} className="mt-0.5" />
      {t('detail.checked')}
    </p>
  ) : (
    <FieldError>{t('detail.differs')}</FieldError>
  )
}
