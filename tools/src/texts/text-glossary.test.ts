import { expect, test } from 'vitest'
import { forbiddenWords, overlongTexts } from './text-glossary.ts'

const glossary = { terms: {}, forbidden: [{ word: '操作员', use: '运营人员', but: ['web/legal'] }] }

test('a forbidden word is named with its text and what to write instead', () => {
  expect(forbiddenWords(glossary, { 'web/home.a': '由操作员审核', 'web/home.b': '由运营人员审核' })).toEqual([
    'web/home.a says "操作员": use "运营人员"',
  ])
})

test('a word that is right in a catalogue may stand there', () => {
  expect(forbiddenWords(glossary, { 'web/legal.a': '由操作员审核' })).toEqual([])
})

test('a text longer than its note allows is named, by characters as a reader counts them', () => {
  const notes = { 'web/tabs.home': { note: 'tab bar', max: 3 } }
  expect(overlongTexts(notes, { 'web/tabs.home': '首页😀' })).toEqual([])
  expect(overlongTexts(notes, { 'web/tabs.home': 'Markets' })).toEqual(['web/tabs.home has 7 characters, more than 3'])
})

test('a note about a text that is gone is named', () => {
  expect(overlongTexts({ 'web/old.key': { note: 'x' } }, {})).toEqual([
    'notes.json explains web/old.key, which does not exist',
  ])
})
