import { z } from 'zod'
import { text } from '../../content/schema/values.ts'
import { type Faults, readYaml } from '../../content/yaml.ts'
import { fail, ok, type Result } from '../../shared/result.ts'

const texts = z.array(text).min(1)
/** Empty when the file does not have this key. */
const optional = text.or(z.literal('')).default('')

/** Each file of texts/ and its schema. */
const schemas = {
  people: z.strictObject({ firstNames: texts, lastNames: texts, cities: texts, privateDomains: texts }),
  ventures: z
    .array(
      z.strictObject({
        name: text,
        industry: text,
        product: text,
        /** In the plural. */
        buyers: text,
        pain: text,
        /** What the buyers do today. */
        habit: text,
        /** What the product changes. */
        change: text,
        market: text,
        rival: text,
        ai: text,
        proof: text,
      }),
    )
    .min(1),
  founders: z.strictObject({
    growthChallenges: texts,
    mentorshipNeeds: texts,
    expectations: texts,
    progress: texts,
    studioExpectations: texts,
    investorPreferences: texts,
  }),
  customers: z.strictObject({
    customers: z
      .array(
        z.strictObject({
          company: optional,
          jobTitle: optional,
          industry: optional,
          interest: text,
          need: text,
          tried: optional,
        }),
      )
      .min(1),
    additions: texts,
  }),
  interns: z.strictObject({
    colleges: texts,
    talents: z.array(z.strictObject({ position: text, major: text, skills: text, experience: text })).min(1),
    reasons: texts,
  }),
  investors: z.strictObject({
    investors: z
      .array(z.strictObject({ name: text, type: text, range: text, focus: text, criteria: text, services: optional }))
      .min(1),
    recentInvestments: text,
    dueDiligence: text,
    comments: text,
  }),
  messages: z.array(z.strictObject({ subject: text, message: text })).min(1),
  partners: z.strictObject({
    institutions: z
      .array(z.strictObject({ name: text, type: text, city: text, programs: text, objectives: text, challenges: text }))
      .min(1),
    titles: texts,
    additionalServices: texts,
    expectations: texts,
  }),
  providers: z.strictObject({
    firms: z.array(z.strictObject({ name: text, type: text, services: text, expertise: text, motivation: text })).min(1),
    titles: texts,
    expectations: texts,
  }),
  remarks: z.strictObject({ pending: texts, pitch: texts, approved: texts, rejected: texts }),
}

/** The texts of the seed, by file. */
export type Texts = { readonly [Name in keyof typeof schemas]: z.output<(typeof schemas)[Name]> }

export type Venture = Texts['ventures'][number]

/** Reads the texts of the seed. `files`: contents by path, such as `./texts/people.yaml`. Fails with every fault of every file, with file and line. */
export function readTexts(files: Readonly<Record<string, string>>): Result<Texts, Faults> {
  const values: Record<string, unknown> = {}
  const faults: string[] = []
  for (const [name, schema] of Object.entries(schemas)) {
    const file = `./texts/${name}.yaml`
    const source = files[file]
    if (source === undefined) {
      faults.push(`${file} is missing`)
      continue
    }
    const read = readYaml<z.ZodType>(file, source, schema)
    if (read.ok) values[name] = read.value
    else faults.push(...read.fault)
  }
  return faults.length === 0 ? ok(values as Texts) : fail(faults)
}
