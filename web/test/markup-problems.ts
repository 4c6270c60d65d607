import { HtmlValidate } from 'html-validate'

const off = 'off' as const
const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard'],
  rules: {
    // The same document in other letters: who writes it, a build or a browser, decides.
    'attr-case': off,
    'attribute-boolean-style': off,
    'attribute-empty-style': off,
    'doctype-style': off,
    'void-style': off,
  },
})

/** What a validator of HTML finds wrong with a document, each once; style sheets and scripts are left out. */
export async function markupProblems(html: string): Promise<string[]> {
  const { results } = await validator.validateString(
    html.replaceAll(/(?<=<(style|script)\b[^>]*>)[\s\S]*?(?=<\/\1>)/g, ''),
  )
  const problems = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} ${selector ?? ''}`),
  )
  return [...new Set(problems)]
}
