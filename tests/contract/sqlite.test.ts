import { contract } from './contract.ts'
import { onSqlite } from './databases.ts'

contract(onSqlite)
