import { messages } from './messages.ts'
import { siteTexts } from './site.ts'

export const uiTexts = {
  siteName: siteTexts.name,
  loading: messages.loading,
  close: siteTexts.close,
  tryAgain: siteTexts.tryAgain,
  pieceLost: siteTexts.chunkFailed,
  showPassword: siteTexts.showPassword,
  hidePassword: siteTexts.hidePassword,
} as const
