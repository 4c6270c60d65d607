import { randomBytes } from 'node:crypto'
import { identificationFields } from '@evenhand/protocol/identification.ts'
import sharp from 'sharp'
import type { Week } from './week.ts'

/** A picture of a document that states it is none. */
const picture = (what: string): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"><rect width="1200" height="800" fill="#dfe7f5"/><g font-family="sans-serif" fill="#0c1526"><text x="80" y="200" font-size="64">Sandbox: no document</text><text x="80" y="320" font-size="48">${what}</text><text x="80" y="420" font-size="28">${randomBytes(12).toString('hex')}</text></g></svg>`,
    ),
  )
    .png()
    .toBuffer()

/** The customer's form, and the operator who opens its pictures, confirms its fields and verifies it. */
export async function identify({ amy, operator }: Week): Promise<void> {
  await amy.post('user/identification', {
    firstName: 'Amy',
    lastName: 'Sandbox',
    birthDate: '1992-05-17',
    sex: 'female',
    country: 'SG',
    address: '1 Example Road, Singapore',
    contact: 'amy@sandbox.evenhand.example',
    docType: 'PASSPORT',
    docNumber: 'SANDBOX1',
    docExpiry: '2099-01-01',
    frontFileId: await amy.upload('kyc', await picture('photo page')),
    holdingFileId: await amy.upload('kyc', await picture('holding it')),
  })
  const reason = 'as the guide requires'
  const page = await operator('kyc')
  const { rows } = await page.get<{ rows: { id: string }[] }>('kyc?page=1&size=10')
  const [waiting] = rows
  if (waiting === undefined) throw new Error('no identification waits')
  const { pictures } = await page.post<{ pictures: string[] }>(`kyc/${waiting.id}/view`, { reason })
  for (const name of pictures) await page.post(`kyc/${waiting.id}/picture`, { picture: name, reason })
  for (const field of identificationFields.filter((one) => one !== 'backFileId'))
    await page.post(`kyc/${waiting.id}/check`, { field, state: 'CONFIRMED' })
  await page.post(`kyc/${waiting.id}/decide`, { verdict: 'VERIFIED', reasons: [], reason })
}
