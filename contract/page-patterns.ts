/** A test's type in an address, as part of a regular expression. Any other type is an unknown address (S2.06, S2.09). */
export const testTypeInAddress = '[A-Za-z0-9-]+'

/** The addresses of the client's pages, as patterns of its router. The server answers every other address with 404. */
export const routePatterns = {
  home: '/',
  examples: '/examples',
  login: '/login',
  register: '/register',
  resetEmail: '/reset-password/email',
  resetSent: '/reset-password/check-email',
  resetPassword: '/reset-password/:uid/:token',
  authCallback: '/auth-callback',
  verifyEmail: '/verify-email/:uid/:token',
  confirmEmail: '/confirm-email/:uid/:token',
  keepAccount: '/keep-account/:uid/:token',
  profile: '/profile',
  notifications: '/notifications',
  purchases: '/purchases',
  achievements: '/achievements',
  faq: '/faq',
  tests: '/tests',
  test: '/tests/:slug',
  bundle: '/bundles/:slug',
  /** `purchase_type` is the first segment of this route; anything but exam and learning is an unknown path (S2.06). */
  exam: '/exam/:testId/:purchaseId',
  learning: '/learning/:testId/:purchaseId',
  result: '/:testType/test-result/:purchaseId',
} as const
