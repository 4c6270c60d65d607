import { expect, test } from 'vitest'
import { createTranslator } from 'use-intl/core'

const catalogues = import.meta.glob<Record<string, string>>('../texts/*/codes.json', { eager: true, import: 'default' })

test.each(Object.entries(catalogues))('%s distinguishes a refused network from a refused role', (path, codes) => {
  const t = createTranslator({ locale: /texts\/(\w+)\//.exec(path)?.[1] ?? '', messages: codes })
  const texts = ['NETWORK', 'LEGAL_HOLD', 'ROLE'].map((reason) => t('accountRestricted', { reason }))
  expect(new Set(texts).size).toBe(3)
})
