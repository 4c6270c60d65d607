import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Button } from './button.tsx'

test('a busy button is announced as one that takes no press, and keeps the focus', () => {
  const busy = renderToStaticMarkup(<Button busy>Send</Button>)
  expect(busy).toContain('aria-busy="true" aria-disabled="true"')
  expect(busy).not.toMatch(/ disabled[ =>]/)
  expect(renderToStaticMarkup(<Button>Send</Button>)).not.toMatch(/aria-(?:busy|disabled)=/)
})
