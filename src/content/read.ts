import { LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'
import { fail, ok, type Result } from '../shared/result.ts'
import { sentence } from './faults.ts'

/** What is wrong with content, a sentence each. */
export type Faults = readonly string[]

/**
 * Reads a YAML text by its schema. Fails with every fault, each with file, line, key, what was expected and what stands there.
 * `linesBefore` is for a text that begins further down in its file.
 */
export function readYaml<Schema extends z.ZodType>(
  file: string,
  source: string,
  schema: Schema,
  linesBefore = 0,
): Result<z.output<Schema>, Faults> {
  const lines = new LineCounter()
  const document = parseDocument(source, { lineCounter: lines })
  if (document.errors.length > 0)
    return fail(
      document.errors.map(
        ({ message, pos }) => `${file}, line ${lines.linePos(pos[0]).line + linesBefore}: this is no YAML: ${firstLine(message)}`,
      ),
    )
  const read = schema.safeParse(document.toJS(), { reportInput: true })
  if (read.success) return ok(read.data)

  const lineOf = (path: readonly PropertyKey[]): number | undefined => {
    for (let length = path.length; length > 0; length--) {
      const node: unknown = document.getIn(path.slice(0, length), true)
      const start =
        typeof node === 'object' && node !== null && 'range' in node ? (node.range as number[] | null)?.[0] : undefined
      if (start !== undefined) return lines.linePos(start).line + linesBefore
    }
    return undefined
  }
  return fail(read.error.issues.map((issue) => sentence(file, issue, lineOf)))
}

const firstLine = (message: string): string => (message.split('\n')[0] ?? message).replace(/ at line \d+.*$/, '')
