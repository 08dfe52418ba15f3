import { postFiles, yamlFiles } from '../../content/files.ts'
import { loadContent } from '../../content/load.ts'
import { loadPosts } from '../../content/post.ts'
import type { Faults } from '../../content/yaml.ts'
import type { Result } from '../../shared/result.ts'
import { loadWording } from '../mail/messages/wording.ts'

const faultsOf = (read: Result<unknown, Faults>): Faults => (read.ok ? [] : read.fault)

/** Run by the build before its result is served: reads content/ as the server does at its start; exits with 1 and a line for each fault. */
const faults = [...faultsOf(loadContent(yamlFiles)), ...faultsOf(loadPosts(postFiles)), ...faultsOf(loadWording(yamlFiles))]
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
