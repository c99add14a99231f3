import {
  changeConsent,
  confirmEmailChange,
  deleteAccount,
  exportMyData,
  keepAccount,
  requestEmailChange,
} from './account.ts'
import { listAchievements } from './achievement.ts'
import { readAlarms } from './alarms.ts'
import { attemptTimeline } from './attempt-timeline.ts'
import { readExamReview } from './exam-review.ts'
import * as auth from './auth.ts'
import { listBundles, orderBundle } from './bundle.ts'
import { availableTests, searchTests } from './catalog.ts'
import { listCertificates, readCertificate, setCertificate } from './certificate.ts'
import type { Endpoint } from './endpoint.ts'
import {
  examResultsStatus,
  examStatus,
  openExam,
  openTraining,
  saveAnswers,
  submitExam,
  submitTraining,
} from './exam.ts'
import { pauseExam, resumeExam } from './exam-pause.ts'
import { recoverAnswers } from './exam-recovery.ts'
import { sendFeedback } from './feedback.ts'
import { readFooter } from './footer.ts'
import { beginGuestTrial, claimGuestTrial } from './guest-trial.ts'
import { disclaimer, newsletterAgreement, offer, privacyPolicy } from './legal.ts'
import { login } from './log-in.ts'
import { listNotifications, readNotifications } from './notification.ts'
import { answerPractice, beginPractice, finishPractice, readPracticeChoice, readPracticeKeys } from './practice.ts'
import { readProfile } from './profile.ts'
import { checkPromo } from './promo.ts'
import { updateProfile } from './profile-change.ts'
import { cancelOrder, createPurchase, ownedTests, payAgain, readOpenOrder, readPurchase } from './purchase.ts'
import { readPushes, renewPushSubscription, subscribeToPushes, unsubscribeFromPushes } from './push.ts'
import { reportQuestion } from './question-report.ts'
import { listExamples, listFaq } from './reading.ts'
import { readOverallScore } from './overall-score.ts'
import { readResultFile } from './result-file.ts'
import { listTestResults, receiptKeys, sendResultLetter, verifyReceipt } from './result.ts'
import { endSession, listSessions, logout, refreshToken, revokeSession } from './session.ts'
import { testInfo, testInfoBySlug } from './test-info.ts'

/** The 26 calls of the specification's section 7, in its order. */
export const specifiedEndpoints = [
  login,
  refreshToken,
  auth.register,
  logout,
  auth.requestPasswordReset,
  auth.confirmPasswordReset,
  auth.checkPassword,
  auth.changePassword,
  readProfile,
  updateProfile,
  readFooter,
  availableTests,
  ownedTests,
  searchTests,
  openTraining,
  submitTraining,
  openExam,
  submitExam,
  examStatus,
  examResultsStatus,
  testInfo,
  privacyPolicy,
  disclaimer,
  newsletterAgreement,
  offer,
  sendFeedback,
] as const satisfies readonly Endpoint[]

/** The calls that this product adds. Another server answers them with 404, and their features are then absent. */
export const ownEndpoints = [
  revokeSession,
  listSessions,
  endSession,
  auth.registerByEmail,
  auth.signOutEverywhere,
  auth.requestSignInLink,
  auth.checkResetLink,
  auth.exchangeCode,
  auth.verifyEmail,
  auth.resendVerification,
  requestEmailChange,
  confirmEmailChange,
  exportMyData,
  deleteAccount,
  keepAccount,
  changeConsent,
  testInfoBySlug,
  listBundles,
  orderBundle,
  checkPromo,
  createPurchase,
  readPurchase,
  payAgain,
  cancelOrder,
  readOpenOrder,
  saveAnswers,
  listTestResults,
  verifyReceipt,
  receiptKeys,
  pauseExam,
  resumeExam,
  readAlarms,
  recoverAnswers,
  attemptTimeline,
  readExamReview,
  readResultFile,
  readOverallScore,
  reportQuestion,
  listCertificates,
  readCertificate,
  setCertificate,
  sendResultLetter,
  readPracticeChoice,
  beginPractice,
  readPracticeKeys,
  answerPractice,
  finishPractice,
  beginGuestTrial,
  claimGuestTrial,
  listNotifications,
  readNotifications,
  readPushes,
  subscribeToPushes,
  unsubscribeFromPushes,
  renewPushSubscription,
  listAchievements,
  listExamples,
  listFaq,
] as const satisfies readonly Endpoint[]

export const endpoints: readonly Endpoint[] = [...specifiedEndpoints, ...ownEndpoints]
