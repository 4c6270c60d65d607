import { parseUnits } from '@evenhand/protocol/money.ts'
import type { PublicKeys } from './public-keys.ts'
import { optionTermsIn, readParams, type ParamFault, type PublishedParam } from './published-params.ts'
import type { ReceiptOrder } from './receipt.ts'
import { verifyReceipt } from './verify-receipt.ts'

/** A version that signed receipts name: it was in force from the first of them to the last. Epoch ms. */
export type HeldParam = { readonly param: PublishedParam; readonly from: number; readonly to: number }

/** What came of checking parameters: what receipts prove, and the versions that none of them names. */
export type ParamsVerdict = {
  readonly ok: boolean
  readonly findings: readonly ParamFault[]
  readonly held: readonly HeldParam[]
  readonly unproved: readonly PublishedParam[]
}
export type NamedText = { readonly name: string; readonly text: string }
type Accepted = { readonly name: string; readonly order: ReceiptOrder }

/**
 * Checks published parameters against receipts of options, which are signed: each receipt by itself, that the version it
 * names is given with the hash it names, and that its rate is that version's. No signature covers the response: a version
 * that no receipt names, and the moments and reasons of all, are what the server states.
 */
export function verifyParams(text: string, receipts: readonly NamedText[], keys: PublicKeys): ParamsVerdict {
  const { findings, versions } = readParams(text, keys.crypto)
  if (findings.length > 0) return { ok: false, findings, held: [], unproved: [] }
  const accepted: Accepted[] = []
  const faults = receipts.flatMap(({ name, text: receipt }): ParamFault[] => {
    const verdict = verifyReceipt(receipt, keys)
    if (verdict.document !== undefined) accepted.push({ name, order: verdict.document.order })
    return verdict.findings.map((finding) => ({ ...finding, at: `${name}: ${finding.at}` }))
  })
  if (faults.length === 0) {
    accepted.sort((a, b) => a.order.acceptedAt - b.order.acceptedAt)
    faults.push(...accepted.flatMap((one) => otherTerms(one, versions)), ...fallingBack(accepted))
  }
  const held = faults.length > 0 ? [] : versions.flatMap((param) => heldBy(accepted, param))
  const proved = new Set(held.map(({ param }) => param))
  return { ok: faults.length === 0, findings: faults, held, unproved: versions.filter((param) => !proved.has(param)) }
}

/** How a receipt and the version that it names differ. */
function otherTerms({ name, order }: Accepted, versions: readonly PublishedParam[]): ParamFault[] {
  const { paramsVersion, paramsHash, limitTime, payoutRate, acceptedAt } = order
  const param = versions.find(({ key, version }) => key === 'options' && version === paramsVersion)
  if (param === undefined) return [{ is: 'missing', at: `options ${paramsVersion}` }]
  if (param.hash !== paramsHash)
    return [{ is: 'otherTerms', at: `${name}: order.paramsHash`, expected: param.hash, found: paramsHash }]
  const rate = optionTermsIn(param.value)?.find((row) => row.limitTime === limitTime)?.payoutPpm
  const rates: ParamFault[] =
    rate === parseUnits(payoutRate, 6)
      ? []
      : [{ is: 'otherTerms', at: `${name}: order.payoutRate`, expected: `${rate ?? '—'} ppm`, found: payoutRate }]
  const isEarly = param.appliesAt !== null && param.appliesAt > acceptedAt
  return isEarly ? [...rates, { is: 'otherTerms', at: `${name}: order.acceptedAt` }] : rates
}

/** Receipts under an older version than one accepted before them; `accepted` by time. */
const fallingBack = (accepted: readonly Accepted[]): ParamFault[] =>
  accepted.flatMap(({ name, order }, index): ParamFault[] => {
    const before = accepted[index - 1]?.order
    return before === undefined || before.paramsVersion <= order.paramsVersion
      ? []
      : [
          {
            is: 'otherTerms',
            at: `${name}: order.paramsVersion`,
            expected: String(before.paramsVersion),
            found: String(order.paramsVersion),
          },
        ]
  })

function heldBy(accepted: readonly Accepted[], param: PublishedParam): HeldParam[] {
  const moments = accepted
    .filter(({ order }) => param.key === 'options' && order.paramsVersion === param.version)
    .map(({ order }) => order.acceptedAt)
  const [from] = moments
  return from === undefined ? [] : [{ param, from, to: moments.at(-1) ?? from }]
}

/** The version that was in force at a moment by receipts from before and after it; undefined where none is proved. */
export const heldAt = (held: readonly HeldParam[], at: number): HeldParam | undefined =>
  held.find(({ from, to }) => from <= at && at <= to)
