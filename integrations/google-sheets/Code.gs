// biome-ignore-all lint/correctness/noUnusedVariables: Google and the editor call setup, newKey, doPost and doGet by name
/**
 * The spreadsheet's side of the site: every application becomes a row, on the sheet of its form. The site posts to this script and
 * reads from it; see README.md for how to install it. Run `setup` once; it shows the address to give to the site.
 *
 * @OnlyCurrentDoc (Google reads this line: the script requests access to this spreadsheet only)
 */

/** The sheets that the script reads and writes for a site that does not say in its calls which ones its forms have. */
const SHEETS = [
  'Accelerator',
  'StartupStudio',
  'FundRaise',
  'AccelerationAsService',
  'ServiceProvider',
  'WorkForStartups',
  'EarlyCustomer',
  'Contact',
  'Investors',
]

/** The sheets of the present call. */
let sheets = SHEETS

/** The columns that every sheet begins with. Further ones are added at the right, and none is ever moved: people sort, filter and link. */
const FIRST_COLUMNS = [
  'id',
  'timestamp',
  'form_type',
  'status',
  'reviewed_at',
  'reviewed_by',
  'meeting_scheduled_at',
  'notes',
  'submissionIP',
]

/** The columns that a change on the dashboard may write: the review, and a corrected address. */
const REVIEW_COLUMNS = ['status', 'notes', 'reviewed_at', 'reviewed_by', 'meeting_scheduled_at', 'email']

/** Parameters of the script, which are not columns. */
const NOT_COLUMNS = ['sheet', 'action', 'key']

/** Google's limit for a cell is 50,000 characters. */
const LONGEST_CELL = 49000
const MOST_COLUMNS = 200

/** Run this once in the editor: it creates the secret, and shows the setting for the site. */
function setup() {
  const properties = PropertiesService.getScriptProperties()
  if (!properties.getProperty('KEY')) properties.setProperty('KEY', (Utilities.getUuid() + Utilities.getUuid()).replace(/-/g, ''))
  Logger.log('Deploy this script as a web app (see README.md). Then set, for the site:')
  Logger.log(`SHEET_URL=<the web app's address>?key=${properties.getProperty('KEY')}`)
}

/** Creates a new secret; the old address stops working immediately. */
function newKey() {
  PropertiesService.getScriptProperties().deleteProperty('KEY')
  setup()
}

function doPost(request) {
  return answer_(request, () => {
    const body = read_(request)
    return locked_(() => {
      if (body.action === 'update') return update_(body)
      if (body.action === 'delete') return delete_(body)
      if (body.action === undefined || body.action === 'append') return append_(body)
      throw new Error(`Unknown action: ${body.action}`)
    })
  })
}

function doGet(request) {
  return answer_(request, () => {
    const action = request.parameter.action
    if (action === 'capabilities') return { capabilities: ['update', 'delete', 'answers'] }
    if (action === 'read') return { applications: readAll_(request.parameter) }
    if (action === 'ids') return { ids: ids_() }
    throw new Error(`Unknown action: ${action}`)
  })
}

/** Runs a request that has the secret. Every error is returned as JSON, because a web app cannot set a status. */
function answer_(request, act) {
  let body
  try {
    const key = PropertiesService.getScriptProperties().getProperty('KEY')
    if (!key) throw new Error('The script has no key yet: run setup in its editor')
    if (!request?.parameter || !same_(String(request.parameter.key || ''), key)) throw new Error('Wrong or missing key')
    sheets = named_(request.parameter.sheets)
    body = Object.assign({ success: true }, act())
  } catch (error) {
    body = { success: false, error: String(error?.message || error) }
  }
  return ContentService.createTextOutput(JSON.stringify(body)).setMimeType(ContentService.MimeType.JSON)
}

/** The names of sheets in a list with commas; without any, those that a site has always had. */
function named_(list) {
  const names = String(list || '')
    .split(',')
    .filter((name) => /^[A-Za-z0-9]{1,50}$/.test(name))
  return names.length > 0 ? names : SHEETS
}

/** Compares digests, so that the time of the comparison reveals nothing about the secret. */
function same_(one, other) {
  return digest_(one) === digest_(other)
}

function digest_(text) {
  return Utilities.computeDigest(Utilities.DigestAlgorithm.SHA_256, text, Utilities.Charset.UTF_8).join(',')
}

function read_(request) {
  const body = JSON.parse(request.postData?.contents || '')
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Error('The body must be a JSON object')
  return body
}

/** Runs one call at a time: two concurrent appends would write to the same row. */
function locked_(act) {
  const lock = LockService.getScriptLock()
  if (!lock.tryLock(20000)) throw new Error('The spreadsheet is busy')
  try {
    const done = act()
    SpreadsheetApp.flush()
    return done
  } finally {
    lock.releaseLock()
  }
}

/** Writes a submission's row, unless its id is there already: the site sends a row again when it is not sure that the first one arrived. */
function append_(body) {
  const id = id_(body)
  if (sheets.indexOf(body.sheet) === -1) throw new Error(`No such sheet: ${body.sheet}`)
  const sheet = sheet_(body.sheet)
  if (rowOf_(sheet, id) > 0) return { id: id, duplicate: true }
  const names = Object.keys(body).filter((name) => NOT_COLUMNS.indexOf(name) === -1)
  const columns = columns_(sheet, names)
  const row = columns.map((name) => (name !== '' && Object.hasOwn(body, name) ? text_(body[name]) : ''))
  sheet.getRange(sheet.getLastRow() + 1, 1, 1, row.length).setValues([row])
  return { id: id }
}

/** Writes changes of the review, and changed answers, to the row of an application. */
function update_(body) {
  const id = id_(body)
  const place = find_(id)
  if (!place) throw new Error(`No row has the id ${id}`)
  const answers = typeof body.answers === 'object' && body.answers !== null ? body.answers : {}
  const values = {}
  Object.keys(answers).forEach((name) => {
    if (FIRST_COLUMNS.indexOf(name) === -1 && NOT_COLUMNS.indexOf(name) === -1) values[name] = answers[name]
  })
  REVIEW_COLUMNS.forEach((name) => {
    if (Object.hasOwn(body, name)) values[name] = body[name]
  })
  const names = Object.keys(values)
  const columns = columns_(place.sheet, names)
  names.forEach((name) => {
    place.sheet.getRange(place.row, columns.indexOf(name) + 1, 1, 1).setValues([[text_(values[name])]])
  })
  return { id: id }
}

/** Removes the row of an application. A missing row is no error. */
function delete_(body) {
  const id = id_(body)
  const place = find_(id)
  if (place) place.sheet.deleteRow(place.row)
  return { id: id, deleted: Boolean(place) }
}

/** The rows of all sheets that match form_type, status and email, as objects by column name. */
function readAll_(query) {
  const found = []
  sheets.forEach((name) => {
    const sheet = SpreadsheetApp.getActiveSpreadsheet().getSheetByName(name)
    if (!sheet || sheet.getLastRow() < 2) return
    const rows = sheet.getRange(1, 1, sheet.getLastRow(), sheet.getLastColumn()).getValues()
    const columns = rows[0].map(String)
    rows.slice(1).forEach((row) => {
      const record = { sheet: name }
      columns.forEach((column, at) => {
        if (column !== '') record[column] = row[at] instanceof Date ? row[at].toISOString() : String(row[at])
      })
      if (record.id && matches_(record, query)) found.push(record)
    })
  })
  return found
}

/** The ids of all rows, so that the site finds missing ones. */
function ids_() {
  const ids = []
  sheets.forEach((name) => {
    const sheet = SpreadsheetApp.getActiveSpreadsheet().getSheetByName(name)
    if (!sheet || sheet.getLastRow() < 2) return
    const at = sheet.getRange(1, 1, 1, sheet.getLastColumn()).getValues()[0].map(String).indexOf('id')
    if (at === -1) return
    const cells = sheet.getRange(2, at + 1, sheet.getLastRow() - 1, 1).getValues()
    cells.forEach((row) => {
      if (row[0] !== '') ids.push(String(row[0]))
    })
  })
  return ids
}

function matches_(record, query) {
  const plain = (text) =>
    String(text || '')
      .trim()
      .toLowerCase()
  return ['form_type', 'status', 'email'].every((name) => !query[name] || plain(record[name]) === plain(query[name]))
}

function id_(body) {
  const id = String(body.id || '').trim()
  if (id === '' || id.length > 200) throw new Error('The id is missing')
  return id
}

/** The sheet of a form. Creates it with its header when it is missing. */
function sheet_(name) {
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet()
  const sheet = spreadsheet.getSheetByName(name) || spreadsheet.insertSheet(name)
  if (sheet.getLastRow() === 0) {
    sheet.getRange(1, 1, 1, FIRST_COLUMNS.length).setValues([FIRST_COLUMNS]).setFontWeight('bold')
    sheet.setFrozenRows(1)
  }
  return sheet
}

/** The column names of a sheet in order. Adds the missing ones at the right. */
function columns_(sheet, names) {
  const columns = sheet.getRange(1, 1, 1, Math.max(1, sheet.getLastColumn())).getValues()[0].map(String)
  const missing = ['id'].concat(names).filter((name) => columns.indexOf(name) === -1)
  if (missing.length === 0) return columns
  if (columns.length + missing.length > MOST_COLUMNS) throw new Error('Too many columns')
  if (columns.length + missing.length > sheet.getMaxColumns())
    sheet.insertColumnsAfter(sheet.getMaxColumns(), columns.length + missing.length - sheet.getMaxColumns())
  sheet
    .getRange(1, columns.length + 1, 1, missing.length)
    .setValues([missing.map(text_)])
    .setFontWeight('bold')
  return columns.concat(missing)
}

/** The number of the row with an id; 0 if there is none. */
function rowOf_(sheet, id) {
  if (sheet.getLastRow() < 2) return 0
  const at = columns_(sheet, []).indexOf('id')
  const ids = sheet.getRange(2, at + 1, sheet.getLastRow() - 1, 1).getValues()
  for (let row = 0; row < ids.length; row += 1) if (String(ids[row][0]) === id) return row + 2
  return 0
}

function find_(id) {
  for (let at = 0; at < sheets.length; at += 1) {
    const sheet = SpreadsheetApp.getActiveSpreadsheet().getSheetByName(sheets[at])
    const row = sheet ? rowOf_(sheet, id) : 0
    if (row > 0) return { sheet: sheet, row: row }
  }
  return null
}

/**
 * A value as a cell that is text and stays text: the apostrophe, which the spreadsheet does not show, keeps it from being run as a formula or
 * read as a number or a date (phone numbers keep their plus and their zeros).
 */
function text_(value) {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  if (text === '') return ''
  if (text.length <= LONGEST_CELL) return `'${text}`
  return `'${text.slice(0, LONGEST_CELL)}… (${text.length - LONGEST_CELL} more characters: see the dashboard)`
}
