import { createConfig, lintFromString } from '@redocly/openapi-core'
import { apiCalls } from '@evenhand/protocol/api.ts'
import { refusalCodes } from '@evenhand/protocol/codes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { wholeProduct, type WholeProduct } from './whole-product.ts'

type Operation = {
  operationId: string
  tags: string[]
  security: object[]
  responses: Record<string, { content?: Record<string, { schema: { oneOf: unknown[] }; example?: unknown }> }>
}
type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, object> } }

let whole: WholeProduct
let text = ''
let document: Document
beforeAll(async () => {
  whole = await wholeProduct()
  text = (await whole.product.app.inject('/docs/openapi.json')).body
  document = JSON.parse(text) as Document
})
afterAll(() => whole.close())
const operations = (): Operation[] => Object.values(document.paths).flatMap((path) => Object.values(path))

it('passes the recommended rules of Redocly without an error or a warning', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config })
  expect(problems.map(({ severity, ruleId, message, location }) => `${severity} ${ruleId} ${message} ${location[0]?.pointer ?? ''}`)).toEqual([]) // prettier-ignore
})

it('describes the sockets by AsyncAPI, whose structure and references hold', async () => {
  const source = (await whole.product.app.inject('/docs/asyncapi.json')).body
  // Who a socket is stands in its first frame, which no scheme of the rule is.
  const config = await createConfig({ extends: ['recommended'], rules: { 'security-defined': 'off' } })
  const problems = await lintFromString({ source, absoluteRef: 'asyncapi.json', config })
  expect(problems.map(({ ruleId, message }) => `${ruleId} ${message}`)).toEqual([])
  const { channels, components } = JSON.parse(source) as { channels: object; components: { messages: object } }
  expect(Object.values(channels)).toMatchObject([{ address: '/message' }, { address: '/ws' }])
  for (const message of Object.values(components.messages)) expect(message).toHaveProperty('examples')
})

it('lists every call that is served, under a name of its own and the domain of its file', () => {
  const listed = new Set(apiCalls().map(({ route }) => route))
  // Where this names a call, its file is missing in protocol/src/api.ts.
  expect(whole.product.routes.filter(({ route }) => !listed.has(route)).map(({ route }) => route.path)).toEqual([])
  const names = operations().map(({ operationId }) => operationId)
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBe(whole.product.routes.length)
  expect(operations().every(({ tags }) => tags.length === 1)).toBe(true)
})

it('has a type for every refusal that a call declares, and an example of nearly every result', () => {
  const served = new Set(whole.product.routes.map(({ route }) => route))
  for (const { route, name } of apiCalls().filter((call) => served.has(call.route))) {
    const operation = operations().find(({ operationId }) => operationId === name)
    const operationText = JSON.stringify(operation)
    for (const key of route.refusals)
      if (!['sessionEnded', 'tooMany'].includes(key))
        expect(operationText).toContain(`Refusal${key.charAt(0).toUpperCase()}${key.slice(1)}`)
    expect(operation?.security.length).toBe(route.signedIn !== true ? 0 : route.keys === undefined ? 1 : 2)
  }
  const constants = Object.entries(document.components.schemas).filter(([name]) => name.startsWith('Refusal'))
  expect(constants.length).toBeGreaterThan(50)
  for (const [, schema] of constants) {
    const { code, msg } = (schema as { properties: Record<string, { const: unknown }> }).properties
    expect(refusalCodes).toHaveProperty(String(msg?.const), code?.const)
  }
  const withExample = operations().filter(({ responses }) => responses['200']?.content?.['application/json']?.example)
  expect(withExample.length / operations().length).toBeGreaterThan(0.8)
})
