import { useRef } from 'react'
import { CopyButton } from '../../lib/copy-button.tsx'

/** A long text of figures under its name, with a button that copies it. */
export function Copied({ name, text }: { name: string; text: string }) {
  const shown = useRef<HTMLElement>(null)
  return (
    <div className="text-13">
      <p className="text-fg2">{name}</p>
      <div dir="ltr" className="flex items-center gap-2">
        <code ref={shown} className="min-w-0 grow font-mono text-12 break-all">
          {text}
        </code>
        <CopyButton text={text} shown={shown} />
      </div>
    </div>
  )
}
