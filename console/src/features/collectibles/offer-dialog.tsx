import { listCollectible, type ConsoleCollectible } from '@evenhand/protocol/collectibles-console.ts'
import { dayMs, hourMs } from '@evenhand/protocol/durations.ts'
import { TextField } from '@evenhand/ui/field.tsx'
import { useTranslations } from 'use-intl'
import { DecisionDialog } from '../../case/decision-dialog.tsx'
import { call } from '../../lib/call.ts'
import { useDraftOf } from '../../lib/use-draft.ts'
import { useCharities, useRenew } from './collectibles-query.ts'
import { timeOf } from './draft-form.ts'
import { Preview } from './preview.tsx'

const maxRunMs = 30 * dayMs

/** Offers a draft: at its fixed price at once, or by an auction from one time to another. */
export function OfferDialog({ row, onClose }: { row: ConsoleCollectible; onClose: () => void }) {
  const t = useTranslations('collectibles')
  const renew = useRenew()
  const { data: charities } = useCharities()
  const [texts, setTexts] = useDraftOf(`offer ${row.id}`, { startAt: '', endAt: '' })
  const isAuction = row.saleMode !== 'FIXED'
  const [startAt, endAt] = [timeOf(texts.startAt), timeOf(texts.endAt)]
  const runs = startAt === undefined || endAt === undefined ? 0 : endAt - startAt
  const isWhole = !isAuction || (runs >= hourMs && runs <= maxRunMs)
  const charity = charities?.rows.find(({ id }) => id === row.charity.id)
  const form = { workId: row.id, charityId: row.charity.id, saleMode: row.saleMode }
  return (
    <DecisionDialog
      title={t('offer.title', { title: row.title })}
      effect={t(isAuction ? 'offer.auction' : 'offer.fixed')}
      button={t('move.offer')}
      danger={false}
      complete={isWhole}
      submit={async (reason) => {
        const times = isAuction && startAt !== undefined && endAt !== undefined ? { startAt, endAt } : {}
        await call(listCollectible, { id: row.id, ...times, reason })
        await renew()
      }}
      onClose={onClose}
    >
      {(tried) => (
        <>
          {isAuction &&
            (['startAt', 'endAt'] as const).map((name) => (
              <TextField
                key={name}
                type="datetime-local"
                label={t(`offer.${name}`)}
                value={texts[name]}
                error={tried && name === 'endAt' && !isWhole && t('wrong.times')}
                onChange={({ target }) => setTexts({ ...texts, [name]: target.value })}
                dir="ltr"
              />
            ))}
          {charity && (
            <Preview
              work={row}
              form={{ ...form, startPrice: row.startPrice ?? '', price: row.price ?? '' }}
              charity={charity}
            />
          )}
        </>
      )}
    </DecisionDialog>
  )
}
