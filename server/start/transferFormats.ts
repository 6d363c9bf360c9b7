import type { TransferFormats } from '../desk/transfer/importer.ts'
import { glossaryFormat } from '../modules/glossary/transfer.ts'
import { rulesFormat } from '../modules/rules/transfer.ts'

export const transferFormats: TransferFormats = { rules: rulesFormat, glossary: glossaryFormat }
