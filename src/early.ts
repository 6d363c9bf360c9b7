import { accountCalls } from '#contract/account.ts'
import { groupCalls } from '#contract/groups.ts'
import { fetchEarly } from './platform/earlyResponses.ts'
import { apiBaseUrl } from './platform/env.ts'
import { readToken } from './platform/storage.ts'

/*
 * The dashboard's first calls. The shell of the dashboard has this small script first (scripts/sitePage.ts), so that the
 * calls are sent while the browser still fetches the scripts that draw their responses (src/store/http/baseApi.ts). It
 * runs before the shell is drawn, which a visitor, who is led to the login, must not see.
 */

const token = readToken('access_token')
const isGroupsTab = !new URLSearchParams(location.search).has('tab')
if (token === null) document.documentElement.dataset.visitor = ''
else
  for (const { path } of [
    accountCalls.getProfile,
    groupCalls.listInvites,
    ...(isGroupsTab ? [groupCalls.listGroups] : []),
  ])
    fetchEarly(apiBaseUrl() + path, token)
