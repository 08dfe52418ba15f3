import { postFiles, yamlFiles } from './files.ts'
import { postDays as daysOf } from './post-days.ts'
import { coreOf } from './read-core.ts'

/** The content of the build. */
export const { site, facts, cohorts, formEdits, languages, promises, replies, rubrics, placeholders, privacyPerson, notice } =
  coreOf(yamlFiles)

/** The days on which its posts appear. */
export const postDays = daysOf(postFiles)
