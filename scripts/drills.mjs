// `npm run drills`: runs the long versions of the tests that have one, those that `npm test` leaves out (vitest.config.ts: of a feature the
// files `drill*.test.ts`), and those of features on both databases. Takes about an hour.
const long = {
  KOLAM_SEAM_SEQUENCES: '10000',
  KOLAM_CONSISTENCY_SEQUENCES: '3000',
  KOLAM_SIEGE_STRANGERS: '1000',
  KOLAM_SIEGE_GUESSES: '10000',
  KOLAM_SPAM_BOTS: '1000',
  KOLAM_SPAM_PEOPLE: '200',
  KOLAM_FUZZED_BODIES: '20000',
  KOLAM_AIMED_POSTS: '1000',
  KOLAM_KILL_SECONDS: '30',
  KOLAM_KILL_ROUNDS: '50',
  KOLAM_SHARED_DECISIONS: '300',
  KOLAM_AWAY_SECONDS: '10',
  KOLAM_WRITE_STEP: '1',
  KOLAM_PUBLISHES: '50',
  KOLAM_PUBLISH_KILLS: '20',
  KOLAM_PUBLISH_READERS: '100',
  KOLAM_MOVE_APPLICATIONS: '20000',
  KOLAM_RESTORE_ROUNDS: '20',
  KOLAM_RESTART_ROUNDS: '10',
  KOLAM_ERASED_ON_POSTGRES: 'yes',
  KOLAM_HTTP_ON_POSTGRES: 'all',
  KOLAM_EVERY_ROW: 'yes',
}
for (const [name, value] of Object.entries(long)) process.env[name] ??= value

process.argv.push(
  'src/features',
  'tests/browser/budget',
  'tests/browser/desk.test.ts',
  'tests/browser/forms',
  'tests/browser/kolam',
  'tests/browser/season',
  'tests/browser/site',
  'tests/http',
  'tests/nodes',
  'tests/faults',
  'tests/mail/kill.test.ts',
)
await import('./test.mjs')
