import { expect, test } from 'vitest'
import { xmlResponse } from './xml.ts'

test('an XML document has no sign that XML does not allow', async () => {
  const response = xmlResponse('<a>one\u000btwo\u0000\u0007\u001b\u009b\uffff\ud800 é 🪔\t\r\n\u0085</a>', 'application/rss+xml')
  expect(await response.text()).toBe('<?xml version="1.0" encoding="UTF-8"?>\n<a>one two\ufffd é 🪔\t\r\n\u0085</a>\n')
  expect(response.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
})
