import { Link } from '@evenhand/ui/router.ts'
import { Fragment } from 'react'
import type { Block, Inline } from './markdown.ts'

/** Parsed Markdown as elements; headings start at h2, because the page's title is the h1. */
export const MarkdownView = ({ blocks }: { blocks: readonly Block[] }) => (
  <div className="flex flex-col gap-4 text-15 leading-relaxed">
    {blocks.map((block, at) => (
      <BlockView key={at} block={block} />
    ))}
  </div>
)

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

const Parts = ({ parts }: { parts: readonly Inline[] }) => (
  <>
    {parts.map((part, at) => (
      <Fragment key={at}>
        <InlineView part={part} />
      </Fragment>
    ))}
  </>
)

function InlineView({ part }: { part: Inline }) {
  if (part.kind === 'text') return part.text
  if (part.kind === 'code')
    return (
      <code dir="ltr" className="rounded-chip bg-sunken px-1 text-[0.9em] wrap-anywhere">
        {part.text}
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
  const classes = 'text-accent-text underline underline-offset-2'
  if (part.href.startsWith('/')) {
    const url = new URL(part.href, location.origin)
    const id = url.searchParams.get('id')
    if (url.pathname === '/detail' && id)
      return (
        <Link to="/detail" search={{ id }} className={classes}>
          <Parts parts={part.parts} />
        </Link>
      )
    // What the server answers by itself is no screen of ours.
    if (/^\/(?:swx|docs)\b|\.\w+$/.test(url.pathname))
      return (
        <a href={part.href} className={classes}>
          <Parts parts={part.parts} />
        </a>
      )
    return (
      <Link href={part.href} className={classes}>
        <Parts parts={part.parts} />
      </Link>
    )
  }
  return (
    <a href={part.href} rel="noopener noreferrer" target="_blank" className={classes}>
      <Parts parts={part.parts} />
    </a>
  )
}
