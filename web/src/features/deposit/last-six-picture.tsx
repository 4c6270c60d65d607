import { useTranslations } from 'use-intl'

/** Which six characters are meant: the end of the address that sent, as wallets show it. */
export function LastSixPicture() {
  const t = useTranslations('funds')
  return (
    <svg role="img" aria-label={t('deposit.last6Picture')} viewBox="0 0 320 56" className="h-auto w-full max-w-80">
      <rect x="0.5" y="0.5" width="319" height="55" rx="10" className="fill-sunken stroke-line" />
      <rect x="228" y="14" width="78" height="28" rx="6" className="fill-accent-weak stroke-accent" />
      <g className="font-mono" fontSize="17">
        <text x="16" y="34" className="fill-fg3" textLength="206" lengthAdjust="spacingAndGlyphs" direction="ltr">
          TQn9Y2khEsLJW1ChVWFM
        </text>
        <text
          x="235"
          y="34"
          className="fill-accent-text"
          textLength="64"
          lengthAdjust="spacingAndGlyphs"
          direction="ltr"
        >
          8bK4rZ
        </text>
      </g>
    </svg>
  )
}
