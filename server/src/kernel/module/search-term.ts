/** What a typed text may be the number of. Whole ones, a hash from its beginning on: a part of a number or address finds nothing. */
export type Sought = {
  readonly text: string
  readonly id?: string
  /** The number of a deposit, a conversion, an option order, a contract, a loan, a plan or a purchase of a collectible with its letters; bare digits may be each, or a withdrawal's. */
  readonly depositNo?: bigint
  readonly conversionNo?: bigint
  readonly orderNo?: bigint
  readonly contractNo?: bigint
  readonly loanNo?: bigint
  readonly planNo?: bigint
  readonly saleNo?: bigint
  readonly withdrawalNo?: bigint
  readonly complaintNo?: string
  /** The beginning of a hash or all of it, without 0x: what chains write with and without. */
  readonly hashStart?: string
  readonly address?: string
  readonly docNumber?: string
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const bare = /^[0-9]{1,18}$/

/** Reads what an operator typed or pasted, blanks aside. */
export function soughtOf(typed: string): Sought {
  const text = typed.trim()
  const word = text.replaceAll(/\s/g, '')
  const lower = word.toLowerCase()
  const numbered = (prefix: string) => new RegExp(`^${prefix}([0-9]{1,18})$`, 'i').exec(word)?.[1]
  const digits = bare.test(word) ? word : undefined
  const [deposit, conversion, order, contract, loan, plan, sale] = ['DP', 'CV', 'EH', 'EC', 'LN', 'PL', 'NF'].map(
    (prefix) => numbered(prefix) ?? digits,
  )
  const complaint = /^C?[0-9]{6,14}$/i.test(word) ? `C${word.replace(/^C/i, '')}` : undefined
  const hashStart = /^(?:0x)?([0-9a-f]{8,64})$/.exec(lower)?.[1]
  return {
    text,
    ...(uuid.test(lower) && { id: lower }),
    ...(deposit !== undefined && { depositNo: BigInt(deposit) }),
    ...(conversion !== undefined && { conversionNo: BigInt(conversion) }),
    ...(order !== undefined && { orderNo: BigInt(order) }),
    ...(contract !== undefined && { contractNo: BigInt(contract) }),
    ...(loan !== undefined && { loanNo: BigInt(loan) }),
    ...(plan !== undefined && { planNo: BigInt(plan) }),
    ...(sale !== undefined && { saleNo: BigInt(sale) }),
    ...(digits !== undefined && { withdrawalNo: BigInt(digits) }),
    ...(complaint !== undefined && { complaintNo: complaint }),
    ...(hashStart !== undefined && { hashStart }),
    ...(/^[A-Za-z0-9]{26,62}$/.test(word) && { address: word }),
    ...(/^(?=.*[0-9])[A-Za-z0-9-]{5,20}$/.test(word) && { docNumber: word }),
  }
}
