import {
  createCollectible,
  reviseCollectible,
  type CollectibleWork,
  type ConsoleCollectible,
} from '@evenhand/protocol/collectibles-console.ts'
import { saleModes } from '@evenhand/protocol/collectibles.ts'
import { TextField } from '@evenhand/ui/field.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { useTranslations } from 'use-intl'
import { DecisionDialog } from '../../case/decision-dialog.tsx'
import { call } from '../../lib/call.ts'
import { useDraftOf } from '../../lib/use-draft.ts'
import { useCharities, useRenew } from './collectibles-query.ts'
import { hasFixedPrice, hasStartPrice, isSaleMode, termsOf, wrongFields, type DraftForm } from './draft-form.ts'
import { Preview } from './preview.tsx'

type DraftProps = {
  /** The works that no collectible is made of. */
  works: readonly CollectibleWork[]
  /** The draft or unsold collectible that is changed; a new one without it. */
  revised?: ConsoleCollectible
  onClose: () => void
}

const formOf = (revised: ConsoleCollectible | undefined): DraftForm => ({
  workId: revised?.id ?? '',
  charityId: revised?.charity.id ?? '',
  saleMode: revised?.saleMode ?? 'AUCTION',
  startPrice: revised?.startPrice ?? '',
  price: revised?.price ?? '',
})

/** A draft from a work: charity, kind of sale, prices, and how customers will see it in both directions of script. */
export function DraftDialog({ works, revised, onClose }: DraftProps) {
  const t = useTranslations('collectibles')
  const renew = useRenew()
  const [form, setForm] = useDraftOf(`draft ${revised?.id ?? ''}`, () => formOf(revised))
  const { data: charities } = useCharities()
  const charity = charities?.rows.find(({ id }) => id === form.charityId)
  const work = revised ?? works.find(({ id }) => id === form.workId)
  const wrong = wrongFields(form)
  const change = (part: Partial<DraftForm>) => setForm({ ...form, ...part })
  const submit = async (reason: string) => {
    const { workId, ...terms } = termsOf(form)
    await (revised === undefined
      ? call(createCollectible, { workId, ...terms, reason })
      : call(reviseCollectible, { id: revised.id, ...terms, reason }))
    await renew()
  }
  return (
    <DecisionDialog
      title={revised === undefined ? t('create.button') : t('revise.title', { title: revised.title })}
      effect={t('create.effect')}
      button={t('create.save')}
      danger={false}
      complete={wrong.length === 0}
      submit={submit}
      onClose={onClose}
    >
      {(tried) => (
        <>
          {revised === undefined && (
            <Select
              label={t('column.work')}
              value={form.workId}
              error={tried && wrong.includes('workId') && t('wrong.workId')}
              options={[{ value: '', label: '—' }, ...works.map(({ id, title }) => ({ value: id, label: title }))]}
              onChange={({ target }) => change({ workId: target.value })}
            />
          )}
          <Select
            label={t('charities.one')}
            value={form.charityId}
            error={tried && wrong.includes('charityId') && t('wrong.charityId')}
            options={[
              { value: '', label: '—' },
              ...(charities?.rows ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={({ target }) => change({ charityId: target.value })}
          />
          <Select
            label={t('column.mode')}
            value={form.saleMode}
            options={saleModes.map((value) => ({ value, label: t(`mode.${value}`) }))}
            onChange={({ target }) => isSaleMode(target.value) && change({ saleMode: target.value })}
          />
          {hasStartPrice(form.saleMode) && (
            <Price name="startPrice" form={form} wrong={tried ? wrong : []} onChange={change} />
          )}
          {hasFixedPrice(form.saleMode) && (
            <Price name="price" form={form} wrong={tried ? wrong : []} onChange={change} />
          )}
          {work && charity && <Preview work={work} form={form} charity={charity} />}
        </>
      )}
    </DecisionDialog>
  )
}

type PriceProps = {
  name: 'startPrice' | 'price'
  form: DraftForm
  wrong: readonly (keyof DraftForm)[]
  onChange: (part: Partial<DraftForm>) => void
}

function Price({ name, form, wrong, onChange }: PriceProps) {
  const t = useTranslations('collectibles')
  return (
    <TextField
      label={t(name === 'price' ? 'column.price' : 'column.start')}
      value={form[name]}
      error={wrong.includes(name) && t(`wrong.${name}`)}
      onChange={({ target }) => onChange({ [name]: target.value })}
      suffix="USDT"
      inputMode="decimal"
      autoComplete="off"
      dir="ltr"
    />
  )
}
