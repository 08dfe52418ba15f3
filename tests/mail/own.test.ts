import { expect, test } from 'vitest'
import { letters } from '../../src/applications/outbox.ts'
import { featurePreviews } from '../../src/server/features.ts'
import { ownMessage } from '../../src/server/mail/messages/own.ts'
import { previews } from '../../src/server/mail/messages/preview.ts'
import { forms } from '../support/answers.ts'
import { settings } from '../support/letters.ts'

const own = (html: string, subject = 'About your application') => ownMessage('own-1', 'nila@example.in', subject, html, settings)

test('an HTML fragment gets our layout; its text has its lines and link targets', () => {
  const { id, to, subject, html, text } = own(
    '<p>Dear Nila,</p>\n<p>two things &amp; a <a href="https://kolam.example/x">link</a>:</p><ul><li>one</li><li>two</li></ul>',
  )
  expect([id, to, subject]).toEqual(['own-1', 'nila@example.in', 'About your application'])
  expect(html).toMatch(/^<!doctype html>/)
  expect(html).toContain('<p>Dear Nila,</p>\n<p>two things &amp; a <a href="https://kolam.example/x">link</a>:</p>')
  expect(text).toBe(
    'Dear Nila,\n\ntwo things & a link (https://kolam.example/x):\n\n- one\n- two\n\n--\nKolam · https://kolam.example\n',
  )
})

test('a complete HTML document is sent unchanged', () => {
  const written = '<!DOCTYPE html><html><head><title>x</title></head><body><p>Hello</p></body></html>'
  expect(own(written).html).toBe(written)
  expect(own(written).text).toContain('Hello\n')
  expect(own(written).text).not.toContain('<')
})

test('the subject is one line', () => {
  expect(own('<p>x</p>', 'Hello\r\nBcc: victim@example.org').subject).toBe('Hello Bcc: victim@example.org')
})

test('the preview shows every message, and the letters of all forms', () => {
  const at = new Date('2026-11-21T00:00:00Z')
  const ofFeatures = featurePreviews(settings, at, forms)
  const shown = previews(forms, settings, at, ofFeatures)
  expect(shown.length).toBe(1 + 1 + 1 + ofFeatures.length + 3 + (letters.length - 1) * 9)
  expect(new Set(shown.map(({ name }) => name)).size).toBe(shown.length)
  for (const { name, message } of shown) {
    expect(`${message.subject}${message.text}`).not.toMatch(/[{}]|undefined/)
    if (message.to !== 'admin@example.com' && !name.startsWith('opening') && !ofFeatures.some((own) => own.name === name))
      expect(message.text).toContain('Dear Nila Raman,')
  }
})
