import { useRef } from 'react'
import { CopyButton } from './copy-button.tsx'

/** A link or a code as text, with a way to copy it. */
export function ShownText({ text, className }: { text: string; className: string }) {
  const shown = useRef<HTMLElement>(null)
  return (
    <div dir="ltr" className="flex items-center gap-2 rounded-control bg-sunken ps-3.5 pe-1">
      <code ref={shown} className={`min-w-0 grow py-2.5 break-all ${className}`}>
        {text}
      </code>
      <CopyButton text={text} shown={shown} />
    </div>
  )
}
