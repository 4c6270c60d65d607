export { toFirstError, useFirstError } from '@evenhand/ui/use-first-error.ts'
