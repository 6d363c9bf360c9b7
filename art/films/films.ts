import { firstSession } from './firstSession.ts'
import { ripplesBoonsSeeds } from './ripplesBoonsSeeds.ts'
import { twoDice } from './twoDice.ts'

export const films = [twoDice, ripplesBoonsSeeds, firstSession]
