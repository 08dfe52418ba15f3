import { expect, test } from 'vitest'
import { hitsIn } from './search-hits.ts'

const words = (text: string, search: string): string[] => hitsIn(text, search).map(([from, to]) => text.slice(from, to))

test('words match in any case and order, the last one as a prefix', () => {
  expect(words('Pepper from Idukki, pepper again; a peppercorn', 'idukki PEPPER')).toEqual([
    'Pepper',
    'Idukki',
    'pepper',
    'pepper',
  ])
  expect(words('A warehouse near Madurai', 'warehouse mad')).toEqual(['warehouse', 'Mad'])
  expect(words('A warehouse near Madurai', 'ware madurai')).toEqual(['Madurai'])
})

test('punctuation is not a word; words in other scripts are', () => {
  expect(words('100% of 100', '100%')).toEqual(['100', '100'])
  expect(words('ஏலக்காய் விவசாயி', 'ஏலக்')).toEqual(['ஏலக்'])
  expect(words('anything', ' %_ ')).toEqual([])
})
