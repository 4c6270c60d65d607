import { Icon } from '@evenhand/ui/icon.tsx'
import { useEffect, useState } from 'react'

type FilterTextProps = {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** Width in rem. */
  width?: number
}

/** A text to search for, above a table; it counts when the typing rests. */
export function FilterText({ label, value = '', onChange, width = 14 }: FilterTextProps) {
  const [text, setText] = useState(value)
  const [given, setGiven] = useState(value)
  if (given !== value) {
    setGiven(value)
    setText(value)
  }
  useEffect(() => {
    if (text.trim() === value) return undefined
    const timer = setTimeout(() => onChange(text.trim() === '' ? undefined : text.trim()), 350)
    return () => clearTimeout(timer)
  }, [text, value, onChange])
  return (
    <span className="relative inline-flex mobile:w-full">
      <Icon name="search" size={16} className="absolute start-3 top-1/2 -translate-y-1/2 text-fg3" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={({ target }) => setText(target.value)}
        autoComplete="off"
        spellCheck={false}
        // An empty field shows its words in the direction of the page.
        dir={text === '' ? undefined : 'auto'}
        style={{ width: `${width}rem` }}
        className="min-h-10 max-w-full rounded-control border border-control bg-surface ps-9 pe-3 text-13 mobile:min-h-11 mobile:grow"
      />
    </span>
  )
}
