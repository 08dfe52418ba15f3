import { yamlFiles } from './files.ts'
import { coreOf } from './read-core.ts'

/** The content of the build. */
export const { site, facts, cohorts, promises, replies, rubrics, privacyPerson, notice } = coreOf(yamlFiles)
