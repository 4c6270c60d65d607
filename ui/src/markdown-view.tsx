import { createContext, Fragment, useContext, type ReactNode } from 'react'
import { CommandText } from './command-text.tsx'
import type { Block, Inline } from './markdown.ts'

export type InAppLink = { href: string; className: string; children: ReactNode }
type RenderLink = (link: InAppLink) => ReactNode

const LinkContext = createContext<RenderLink>((link) => <a {...link} />)
const linkClass = 'text-accent-text underline underline-offset-2'

type MarkdownViewProps = {
  blocks: readonly Block[]
  /** What a link to a path of the product becomes; a plain one where left out. */
  renderLink?: RenderLink
}

/** Parsed Markdown as elements; headings start at h2, because the page's title is the h1. */
export function MarkdownView({ blocks, renderLink }: MarkdownViewProps) {
  const given = useContext(LinkContext)
  return (
    <LinkContext value={renderLink ?? given}>
      <div className="flex flex-col gap-4 text-15 leading-relaxed">
        {blocks.map((block, at) => (
          <BlockView key={at} block={block} />
        ))}
      </div>
    </LinkContext>
  )
}

function BlockView({ block }: { block: Block }) {
  if (block.kind === 'heading') {
    const Tag = block.level <= 2 ? 'h2' : 'h3'
    return (
      <Tag id={block.id} className={block.level <= 2 ? 'mt-4 text-20 font-700' : 'mt-2 text-16 font-700'}>
        <Parts parts={block.parts} />
      </Tag>
    )
  }
  if (block.kind === 'paragraph')
    return (
      <p>
        <Parts parts={block.parts} />
      </p>
    )
  if (block.kind === 'quote')
    return (
      <blockquote className="border-s-3 border-accent ps-4 text-fg2">
        <Parts parts={block.parts} />
      </blockquote>
    )
  if (block.kind === 'code')
    return (
      <pre dir="ltr" className="overflow-x-auto rounded-control bg-sunken p-4 text-13">
        <code>{block.text}</code>
      </pre>
    )
  if (block.kind === 'rule') return <hr className="border-line" />
  if (block.kind === 'table') return <TableView block={block} />
  const List = block.ordered ? 'ol' : 'ul'
  return (
    <List className={`flex flex-col gap-1.5 ps-6 ${block.ordered ? 'list-decimal' : 'list-disc'}`}>
      {block.items.map((parts, at) => (
        <li key={at}>
          <Parts parts={parts} />
        </li>
      ))}
    </List>
  )
}

const TableView = ({ block }: { block: Extract<Block, { kind: 'table' }> }) => (
  <div className="overflow-x-auto" tabIndex={0} role="group">
    <table className="w-full border-collapse text-14">
      <thead>
        <tr>
          {block.head.map((parts, at) => (
            <th key={at} scope="col" className="border-b border-control px-3 py-2 text-start font-600">
              <Parts parts={parts} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {block.rows.map((row, at) => (
          <tr key={at}>
            {row.map((parts, cell) => (
              <td key={cell} className="border-b border-line px-3 py-2 align-top">
                <Parts parts={parts} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** The parts of a line, for one that stands in no block. */
export const Parts = ({ parts }: { parts: readonly Inline[] }) => (
  <>
    {parts.map((part, at) => (
      <Fragment key={at}>
        <InlineView part={part} />
      </Fragment>
    ))}
  </>
)

function InlineView({ part }: { part: Inline }) {
  const renderLink = useContext(LinkContext)
  if (part.kind === 'text') return part.text
  if (part.kind === 'code')
    return (
      <code dir="ltr" className="rounded-chip bg-sunken px-1 text-[0.9em] wrap-anywhere">
        <CommandText text={part.text} />
      </code>
    )
  if (part.kind === 'strong')
    return (
      <strong className="font-700">
        <Parts parts={part.parts} />
      </strong>
    )
  if (part.kind === 'em')
    return (
      <em>
        <Parts parts={part.parts} />
      </em>
    )
  if (part.href.startsWith('/'))
    return renderLink({ href: part.href, className: linkClass, children: <Parts parts={part.parts} /> })
  return (
    <a href={part.href} rel="noopener noreferrer" target="_blank" className={linkClass}>
      <Parts parts={part.parts} />
    </a>
  )
}
