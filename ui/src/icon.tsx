import { cx } from './cx.ts'

/** Stroke paths on a 24 × 24 canvas. */
const paths = {
  home: 'M3 11 12 4l9 7M5.5 9.5V20h13V9.5',
  candles: 'M8 4v3m0 8v5M16 4v5m0 6v5M6 7h4v8H6zM14 9h4v6h-4z',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM16.5 16.5 21 21',
  moon: 'M20 14.5A8 8 0 0 1 9.5 4a8 8 0 1 0 10.5 10.5Z',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M5 5l1.700 1.700M17.300 17.300 19 19M5 19l1.700-1.700M17.300 6.700 19 5',
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  expand: 'M6 9l6 6 6-6',
  rise: 'M12 19V5M6 11l6-6 6 6',
  fall: 'M12 5v14M6 13l6 6 6-6',
  go: 'M4 12h16M14 6l6 6-6 6',
  close: 'M6 6l12 12M18 6 6 18',
  warning: 'M12 4 2.5 20h19ZM12 10v4.5M12 17.300v.2',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 11v5.5M12 7.600v.2',
  check: 'M5 12.5 10 17.5 19.5 7',
  eye: 'M2.5 12C5 7.5 8.300 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.800 6.5-9.5 6.5S5 16.5 2.5 12ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z',
  eyeOff:
    'M4 4l16 16M9.5 5.800A10 10 0 0 1 12 5.5c3.700 0 7 2 9.5 6.5a16 16 0 0 1-3 3.900M6 7.700A15 15 0 0 0 2.5 12C5 16.5 8.300 18.5 12 18.5c1.5 0 2.900-.3 4.200-1M10 10a3 3 0 0 0 4 4',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15ZM10 20.5h4',
  calendar: 'M4 6h16v14H4ZM4 10.500h16M8 3v5M16 3v5',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7v5.5l3.5 2',
  enlarge: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  shrink: 'M9 4v5H4M15 4v5h5M9 20v-5H4M15 20v-5h5',
  retry: 'M20 11a8 8 0 1 0-2.300 6.5M20 4v7h-7',
  external: 'M14 4h6v6M20 4 11 13M18 14v6H4V6h6',
  leave: 'M14 4H5v16h9M10 12h11M17 8l4 4-4 4',
  list: 'M5 4h14v17l-3.5-2-3.5 2-3.5-2L5 21ZM8.5 9h7M8.5 13h7',
  shield: 'M12 3l8 3v6c0 5-3.5 8-8 9.5C7.5 20 4 17 4 12V6Z',
  sort: 'M8 5v14M4.5 15.5 8 19l3.5-3.5M16 19V5M12.5 8.5 16 5l3.5 3.5',
  download: 'M12 4v11M7 10.5 12 15.5l5-5M4 20h16',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  lock: 'M6 11h12v9H6ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  mail: 'M3 6h18v13H3ZM3 7l9 6.5L21 7',
  filter: 'M4 5h16l-6.5 7.5V18l-3 2v-7.5Z',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5',
  swap: 'M4 8h15M15 4l4 4-4 4M20 16H5M9 12l-4 4 4 4',
  document: 'M6 3h8l4 4v14H6ZM14 3v4h4M9 12h6M9 16h6',
  star: 'M12 3.5l2.600 5.400 5.900.8-4.300 4.100 1 5.900L12 16.900 6.800 19.700l1-5.900-4.300-4.100 5.900-.8Z',
  wallet: 'M4 8h16v11H4ZM4 8l12-4v4M15 13.5h5',
  top: 'M5 4h14M12 20V8M6 14l6-6 6 6',
  edit: 'M4 20h4L19 9l-4-4L4 16ZM13 7l4 4',
  x: 'M4 4h4.5L20 20h-4.5ZM4.5 20l6.300-6.900M19.500 4l-6.300 6.900',
  plane: 'M21 4 3 11l5.5 2.300 2.500 6.700 3-4.200 5 3.700ZM8.500 13.300 21 4l-7 11.800',
  video: 'M3 6h18v12H3ZM10 9.300v5.400l4.700-2.700Z',
  grip: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
} as const

export type IconName = keyof typeof paths

type IconProps = { name: IconName; size?: number; className?: string }

/** A decorative line icon; the control around it carries the name. Direction-bound icons mirror in right-to-left. */
export function Icon({ name, className, ...rest }: IconProps) {
  const mirrored = name === 'back' || name === 'forward' || name === 'go' || name === 'leave'
  return <Stroke {...rest} path={paths[name]} className={cx(mirrored && 'flip', className)} />
}

/** The same for a path that an app brings itself. */
export const Stroke = ({ path, size = 20, className }: { path: string; size?: number; className?: string }) => (
  <svg
    aria-hidden="true"
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.75"
    strokeLinecap="round"
    strokeLinejoin="round"
    className={cx('shrink-0', className)}
  >
    <path d={path} />
  </svg>
)
