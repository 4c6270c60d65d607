import { Link } from '@evenhand/ui/router.ts'

/** Two equal bars: the mark of Evenhand. */
export const BrandMark = ({ size = 28 }: { size?: number }) => (
  <svg aria-hidden="true" width={size} height={size} viewBox="0 0 32 32" className="shrink-0">
    <rect width="32" height="32" rx="8" fill="#1652f0" />
    <path d="M8.5 12.5h15M8.5 19.5h15" stroke="#fff" strokeWidth="3.2" strokeLinecap="round" />
  </svg>
)

/** Mark and name, which lead home. `short`: the mark alone, where the bar has more to show. */
export const Brand = ({ label, short = false }: { label: string; short?: boolean }) => (
  <Link
    to="/"
    aria-label={`Evenhand · ${label}`}
    className="inline-flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-2 rounded-control text-18 font-700 text-fg no-underline"
    dir="ltr"
  >
    <BrandMark />
    {!short && <span className="max-[22em]:hidden">Evenhand</span>}
  </Link>
)
