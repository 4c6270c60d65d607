import { Article } from './article.tsx'

type DetailProps = { search: { id: string; title?: string | undefined } }

/** A content page; the title of the link that led here stands over it until its text has come. */
export const Detail = ({ search: { id, title } }: DetailProps) => (
  <Article key={id} id={id} title={(title ?? '').slice(0, 80)} />
)
