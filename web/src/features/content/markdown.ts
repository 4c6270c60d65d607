// Operators preview their texts with the same parser.
export { parseMarkdown, type Block, type Inline } from '@evenhand/ui/markdown.ts'
