import { expect, test } from 'vitest'
import { officialAddresses } from './official-addresses.ts'

test('names the site, where mails come from without the name, and where replies are read', () => {
  const live = { publicUrl: 'https://trade.example', mailFrom: 'Evenhand <mail@trade.example>', mailReplyTo: undefined }
  expect(officialAddresses(live)).toEqual({
    site: 'https://trade.example',
    mailsFrom: 'mail@trade.example',
    repliesTo: null,
  })
  const bare = { publicUrl: undefined, mailFrom: ' mail@trade.example', mailReplyTo: 'help@trade.example' }
  expect(officialAddresses(bare)).toEqual({
    site: null,
    mailsFrom: 'mail@trade.example',
    repliesTo: 'help@trade.example',
  })
})
