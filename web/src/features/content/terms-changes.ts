export type TermsRow = { limitTime: number; min: string; max: string; payoutRate: string }
type Version = { version: number; rows: readonly TermsRow[] }
/** A row of one version beside the same row of the version before; `before` is undefined where nothing changed. */
export type ChangedRow = TermsRow & { before: TermsRow | undefined }

const isSame = (a: TermsRow, b: TermsRow): boolean =>
  a.min === b.min && a.max === b.max && a.payoutRate === b.payoutRate

/** The versions, the newest first, each row with what it was before. */
export function changesOf<V extends Version>(versions: readonly V[]): (Omit<V, 'rows'> & { rows: ChangedRow[] })[] {
  const rising = versions.toSorted((a, b) => a.version - b.version)
  return rising
    .map((one, at) => ({
      ...one,
      rows: one.rows.map((row) => {
        const before = rising[at - 1]?.rows.find(({ limitTime }) => limitTime === row.limitTime)
        return { ...row, before: before && !isSame(before, row) ? before : undefined }
      }),
    }))
    .toReversed()
}
