type Labelled = { label: string; text: string }
type DifferenceProps = { at: string; found?: Labelled | undefined; expected?: Labelled | undefined }

/** Where something differs from what it should be, and how. */
export function Difference({ at, found, expected }: DifferenceProps) {
  return (
    <li className="wrap-anywhere">
      <bdi className="block font-600">{at}</bdi>
      {found && (
        <span className="block text-danger">
          {found.label} <bdi>{found.text}</bdi>
        </span>
      )}
      {expected && (
        <span className="block text-fg2">
          {expected.label} <bdi>{expected.text}</bdi>
        </span>
      )}
    </li>
  )
}
