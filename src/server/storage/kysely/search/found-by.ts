import type { Application } from '../../../../applications/application.ts'
import type { SearchText } from '../../search-text.ts'
import { searchable } from './fold.ts'

/** The text that an application is found by: who applies, and what was answered. */
export const indexedText = (application: Application, searchText: SearchText): string =>
  searchable([application.applicantName, application.applicantEmail, application.companyName, ...searchText(application)])
