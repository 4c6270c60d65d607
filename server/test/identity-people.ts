import type { DocType } from '@evenhand/protocol/identification.ts'
import * as hand from './hand-images.ts'
import { identificationFields } from '@evenhand/protocol/identification.ts'
import type { OperatorPage } from './operator-people.ts'
import type { WholeProduct } from './whole-product.ts'

const reason = 'compare with the face'

async function openPictures(page: OperatorPage, id: string): Promise<void> {
  const { pictures } = (await page.post(`kyc/${id}/view`, { reason })).result as { pictures: string[] }
  for (const name of pictures) await page.post(`kyc/${id}/picture`, { picture: name, reason })
}

async function confirmAll(page: OperatorPage, id: string): Promise<void> {
  const { pictures } = (await page.post(`kyc/${id}/view`, { reason })).result as { pictures: string[] }
  const further = pictures.filter((name) => name.endsWith('FileId'))
  const fields = identificationFields.filter((field) => field !== 'backFileId' || pictures.includes('back'))
  for (const field of [...fields, ...further]) await page.post(`kyc/${id}/check`, { field, state: 'CONFIRMED' })
}

export type IdentityAnswer = {
  code: number
  notice?: number
  msg?: string
  params: Record<string, unknown>
  // Tests look into answers of every shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  result: any
}

/** Customers of a whole product who send identification forms. */
export function identityPeople(whole: WholeProduct) {
  const { app } = whole.product
  const call = async (
    method: 'GET' | 'POST',
    path: string,
    of: { token: string; body?: object },
  ): Promise<IdentityAnswer> =>
    (
      await app.inject({
        method,
        url: path.startsWith('/') ? path : `/swx/customer/${path}`,
        headers: {
          authorization: of.token,
          virtually: 'NO',
          ...(of.body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(of.body === undefined ? {} : { payload: JSON.stringify(of.body) }),
      })
    ).json()
  const customerIdOf = async (token: string): Promise<string> =>
    (await whole.product.auth.findSession(token))?.customerId ?? ''
  let picture: Buffer | undefined
  const file = async (token: string): Promise<string> => {
    picture ??= await hand.jpeg(1000, 700)
    const { fileId } = await whole.product.files.store({
      customerId: await customerIdOf(token),
      purpose: 'kyc',
      bytes: picture,
    })
    return fileId
  }
  // A form may name pictures again that were sent before, as a correction does.
  const sent = new Map<string, Promise<string>>()
  const slot = (token: string, name: string): Promise<string> => {
    const known = sent.get(`${token} ${name}`) ?? file(token)
    sent.set(`${token} ${name}`, known)
    return known
  }
  return {
    customerIdOf,
    file,
    get: (path: string, token: string) => call('GET', path, { token }),
    post: (path: string, body: object, token: string) => call('POST', path, { token, body }),
    async signIn(name: string): Promise<string> {
      const answer = await call('POST', 'login/login', {
        token: '',
        body: { account: name, password: `${name}-tries-things` },
      })
      return (answer.result as { token: string }).token
    },
    /** A form with nothing wrong in it, but for what is said. */
    async form(
      token: string,
      of: { docType?: DocType } & Record<string, unknown> = {},
    ): Promise<Record<string, unknown>> {
      const docType = of.docType ?? 'PASSPORT'
      return {
        firstName: 'Amy',
        lastName: 'Tan',
        birthDate: '1990-02-28',
        sex: 'female',
        country: 'SG',
        address: '1 Orchard Road, #05-01, Singapore 238823',
        contact: '+65 6123 4567',
        docType,
        docNumber: 'E1234567P',
        docExpiry: '2099-01-01',
        frontFileId: await slot(token, 'front'),
        ...(docType === 'PASSPORT' ? {} : { backFileId: await slot(token, 'back') }),
        holdingFileId: await slot(token, 'holding'),
        ...of,
      }
    },
    /** An operator opens every picture of a form and confirms every field, which is asked of whoever verifies it. */
    async lookAt(page: OperatorPage, id: string): Promise<void> {
      await openPictures(page, id)
      await confirmAll(page, id)
    },
    openPictures,
    confirmAll,
    send: (body: object, token: string) => call('POST', 'user/identification', { token, body }),
    own: async (token: string) => (await call('GET', 'user/identification', { token })).result,
    advance: (advanceMs: number) => call('POST', '/sandbox/clock', { token: '', body: { advanceMs } }),
  }
}
