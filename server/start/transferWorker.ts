import { runTask } from '../desk/transfer/worker.ts'
import { transferFormats } from './transferFormats.ts'

await runTask(transferFormats)
