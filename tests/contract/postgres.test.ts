import { contract } from './contract.ts'
import { onPostgres } from './databases.ts'

contract(onPostgres)
