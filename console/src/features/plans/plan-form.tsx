import { proposePlan, type ConsolePlan } from '@evenhand/protocol/plans-console.ts'
import { TextField } from '@evenhand/ui/field.tsx'
import { Banner } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { useDraftOf } from '../../lib/use-draft.ts'
import { ProposalDialog } from '../../requests/proposal-dialog.tsx'
import { formOf, formProblem, isHigh, signedValues, valueNames, type PlanForm, type ValueName } from './plan-values.ts'

const suffixes: Readonly<Record<ValueName, string | undefined>> = {
  days: undefined,
  dailyRate: '%',
  penaltyRate: '%',
  min: 'USDT',
  max: 'USDT',
  capacity: 'USDT',
}

/** Proposes a product of plans, or other values of an open one for new positions; two sign it. */
export function ProductForm({ plan, onClose }: { plan: ConsolePlan | undefined; onClose: () => void }) {
  const t = useTranslations('plans')
  const approval = useTranslations('approval')
  const [form, setForm] = useDraftOf<PlanForm>(`plan ${plan?.id ?? ''}`, () => formOf(plan))
  const began = formOf(plan)
  const problem = formProblem(form)
  const isSame = plan !== undefined && valueNames.every((name) => form[name] === began[name])
  const values = signedValues(form, plan?.id)
  const kind = plan === undefined ? 'create' : 'replace'
  const set = (name: keyof PlanForm, text: string) => setForm({ ...form, [name]: text })
  return (
    <ProposalDialog
      title={plan === undefined ? t('form.create') : t('form.replace', { name: plan.name })}
      kind="plan.product"
      values={problem === undefined && !isSame ? values : undefined}
      effect={t(`effect.${kind}`)}
      submit={(signed) => call(proposePlan, { ...signed, ...values })}
      onClose={onClose}
    >
      {(tried) => (
        <>
          <p className="text-13 text-fg2">{t(`effect.${kind}`)}</p>
          {valueNames.map((name) => (
            <TextField
              key={name}
              label={approval(`field.${name}`)}
              value={form[name]}
              suffix={suffixes[name]}
              error={tried && errorOf(name) && t(`problem.${errorOf(name) ?? 'same'}`)}
              onChange={({ target }) => set(name, target.value.trim())}
              inputMode="decimal"
              autoComplete="off"
              dir="ltr"
            />
          ))}
          {isHigh(form.dailyRate) && <BoardFields form={form} tried={tried && problem === 'boardReason'} set={set} />}
          <p className="text-13 text-fg2">{t('form.texts')}</p>
        </>
      )}
    </ProposalDialog>
  )

  /** What is wrong with a field: that the least amount earns nothing stands at that amount. */
  function errorOf(name: ValueName) {
    if (problem === name) return problem
    if (name === 'min' && problem === 'yield') return problem
    return name === 'days' && problem === undefined && isSame ? 'same' : undefined
  }
}

type BoardFieldsProps = { form: PlanForm; tried: boolean; set: (name: 'board' | 'boardReason', text: string) => void }

/** The reason of the board for more than the usual yield: who signed it, and the text, as customers read both. */
function BoardFields({ form, tried, set }: BoardFieldsProps) {
  const t = useTranslations('plans')
  const approval = useTranslations('approval')
  const maxLength = { board: 200, boardReason: 500 } as const
  return (
    <Banner variant="warn">
      <p className="font-600">{t('board.title')}</p>
      <p className="text-13">{t('board.text')}</p>
      <div className="mt-3 flex flex-col gap-3">
        {(['board', 'boardReason'] as const).map((name) => (
          <TextField
            key={name}
            label={approval(`field.${name}`)}
            value={form[name]}
            maxLength={maxLength[name]}
            error={tried && form[name].trim().length < 3 && t('problem.boardReason')}
            onChange={({ target }) => set(name, target.value)}
            autoComplete="off"
            dir="auto"
          />
        ))}
      </div>
    </Banner>
  )
}
