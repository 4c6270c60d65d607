import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compiledFile, compileContract } from './compile-contract.ts'

test('the contract that is deployed is the one whose source stands here', () => {
  expect(JSON.parse(readFileSync(compiledFile, 'utf8'))).toEqual(compileContract())
})
