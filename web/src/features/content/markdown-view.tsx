import type { Block } from '@evenhand/ui/markdown.ts'
import { MarkdownView as View, type InAppLink } from '@evenhand/ui/markdown-view.tsx'
import { Link } from '@evenhand/ui/router.ts'

/** Parsed Markdown as elements, as operators preview it; its links lead to our screens without a new page. */
export const MarkdownView = ({ blocks }: { blocks: readonly Block[] }) => (
  <View blocks={blocks} renderLink={renderLink} />
)

function renderLink({ href, className, children }: InAppLink) {
  const url = new URL(href, location.origin)
  const id = url.searchParams.get('id')
  if (url.pathname === '/detail' && id)
    return (
      <Link to="/detail" search={{ id }} className={className}>
        {children}
      </Link>
    )
  // A path that the server serves itself is no screen of ours.
  if (/^\/(?:swx|docs)\b|\.\w+$/.test(url.pathname))
    return (
      <a href={href} className={className}>
        {children}
      </a>
    )
  return (
    <Link href={href} className={className}>
      {children}
    </Link>
  )
}
