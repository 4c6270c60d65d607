import { lazyPart } from '../../lib/lazy-part.tsx'
import { loadTexts } from '../../lib/texts.ts'
import { Article } from './article.tsx'

const FeeTables = lazyPart(async () => {
  const [part] = await Promise.all([import('./fees/fee-tables.tsx'), loadTexts('fees', 'transparency', 'trade')])
  return part.FeeTables
})

type DetailProps = {
  search: { id: string; title?: string | undefined; version?: string | undefined; changes?: string | undefined }
}

/** A content page; the title of the link that led here stands over it until its text has come. The page of fees has its figures. */
export const Detail = ({ search: { id, title, version, changes } }: DetailProps) => (
  <Article key={id} id={id} title={(title ?? '').slice(0, 80)} version={version} changes={changes}>
    {id === 'fees' && <FeeTables />}
  </Article>
)

type IntroductionProps = { search: { version?: string | undefined } }

/** What the product is, for a visitor who has not used it. */
export const Introduction = ({ search: { version } }: IntroductionProps) => (
  <Article id="introduction" title="" version={version} />
)
