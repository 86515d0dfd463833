"""The detour: passport.js, as everybody does it, until it meets this shop's sessions."""

from __future__ import annotations

from bench.stories.outputs import npm_tree, typecheck, vitest
from bench.stories.pen import Pen
from bench.stories.workspace import Workspace, bash

SUMMARY = """\
## Goal
Find out whether passport.js can carry the Google and GitHub login instead of a client of our own.

## Constraints & Preferences
- Sessions stay in Postgres and every login goes through `rotateSession`
- A new dependency needs a reason

## Progress
### Done
- [x] Installed `@fastify/passport`, `passport-google-oauth20`, `passport-github2` and `@fastify/secure-session` on a trial basis
- [x] Wrote `src/auth/passport.ts` with both strategies and registered it in `src/server.ts`
- [x] Ran the session and login tests: 5 fail, all for the same reason

### In Progress
- [ ] (none; the trial was given up)

### Blocked
- `@fastify/passport` insists on a session plugin of its own and decorates `request.session`, which is ours

## Key Decisions
- **No passport**: it brings a second session in a cookie, keeps the state there, and logs in by `request.logIn`, around `rotateSession`
- **`passport-github2` has no PKCE** and takes the profile's address, verified or not
- Its usual recipe opens an account by e-mail address, which is what the security notes forbid

## Next Steps
1. Go back to the plan: own client, authorization code with PKCE, `jose` for the id token

## Critical Context
- The trial left nothing behind: `git checkout . && npm ci`"""


def try_passport(pen: Pen, project: Workspace, plan: str) -> None:
    """There and back; the pen ends at the plan, with a summary of the detour."""
    untouched = dict(project.files)
    pen.user("try passport.js instead. Everybody uses it, and we'd get the other providers for free", wait=150)
    pen.turn(
        "Let me see what it brings along before I write anything.",
        bash(
            "npm install @fastify/passport @fastify/secure-session passport-google-oauth20 passport-github2",
            "\nadded 14 packages, and audited 341 packages in 6s\n\n52 packages are looking for funding\n"
            "  run `npm fund` for details\n\nfound 0 vulnerabilities\n",
            seconds=7,
        ),
        npm_tree(
            "shop@3.8.0 /home/dev/shop",
            {
                "@fastify/passport@3.0.1": ["@fastify/flash@6.0.1"],
                "@fastify/secure-session@8.1.1": ["@fastify/cookie@11.0.1 deduped", "sodium-native@4.3.1"],
                "passport-github2@0.1.12": ["passport-oauth2@1.8.0"],
                "passport-google-oauth20@2.0.0": ["passport-oauth2@1.8.0 deduped"],
                "passport-oauth2@1.8.0": ["base64url@3.0.1", "oauth@0.10.0", "passport-strategy@1.0.0", "uid2@0.0.4"],
            },
            "npm ls @fastify/passport @fastify/secure-session passport-google-oauth20 passport-github2 passport-oauth2",
        ),
        think="passport strategies are callback style; @fastify/passport wraps them. It needs a session: either "
        "@fastify/session or secure-session. We have our own. Try, and see what breaks.",
    )
    pen.turn(
        "Fourteen packages, one of them native. Both strategies in one file:", project.write("src/auth/passport.ts")
    )
    pen.turn(
        "",
        project.edit(
            "src/server.ts",
            (
                'import { attachSession } from "./auth/middleware.js";',
                'import { attachSession } from "./auth/middleware.js";\nimport { registerPassport } from "./auth/passport.js";',
            ),
            (
                '  app.addHook("onRequest", attachSession);',
                '  app.addHook("onRequest", attachSession);\n  await registerPassport(app);',
            ),
        ),
        typecheck(
            "src/auth/passport.ts(12,31): error TS2345: Argument of type 'FastifyPluginCallback<SecureSessionOptions>' is "
            "not assignable to parameter of type 'FastifyPluginAsync'.",
            "src/auth/middleware.ts(9,5): error TS2717: Subsequent property declarations must have the same type.  Property "
            "'session' must be of type 'Session & SessionData', but here has type 'Session'.",
            "src/auth/passport.ts(15,64): error TS2345: Argument of type '(id: string) => Promise<User | null>' is not "
            "assignable to parameter of type 'DeserializeFunction<User, string>'.",
        ),
    )
    taken = "AssertionError: expected undefined to be 'c1d4…' // request.session is passport's own object here\n ❯ test/browser.ts:52:14"
    pen.turn(
        "Types aside, `request.session` now has two owners. What do the tests say?",
        vitest(
            project,
            "test/session.test.ts",
            "test/login.test.ts",
            failures={
                "accepts the right password": taken,
                "gives a new session token": "AssertionError: expected 'pX3…' not to be 'pX3…'\n ❯ test/login.test.ts:81:34",
                "keeps the basket": "AssertionError: expected [] to deeply equal [ { slug: 'blue-mug', quantity: 2 } ]",
                "moves the basket": 'error: null value in column "session_id" of relation "baskets"',
                "matches its own token": "TypeError: Cannot read properties of undefined (reading 'csrfToken')",
            },
            seconds=5.2,
        ),
        think="As feared. @fastify/passport calls request.session.set('passport', ...) and regenerates its own session on "
        "logIn. Ours is a row keyed by token. An adapter is possible: implement get/set/regenerate over our session. But "
        "then the state goes there too and the login goes around rotateSession.",
    )
    pen.turn(
        "One more look, at what the GitHub strategy does with addresses and PKCE.",
        bash(
            "rg -n 'emails|verified|pkce|code_challenge' node_modules/passport-github2/lib node_modules/passport-oauth2/lib",
            "node_modules/passport-github2/lib/strategy.js:58:  this._allRawEmails = options.allRawEmails || false;\n"
            "node_modules/passport-github2/lib/strategy.js:102:    if (self._scope && self._scope.indexOf('user:email') !== -1) {\n"
            "node_modules/passport-github2/lib/strategy.js:103:      self._oauth2._request('GET', self._userEmailURL, {}, '', accessToken,\n"
            "node_modules/passport-github2/lib/strategy.js:119:        if (!emails.length) { return done(null, profile); }\n"
            "node_modules/passport-oauth2/lib/strategy.js:107:    this._pkceMethod = (options.pkce === true) ? 'S256' : options.pkce;\n"
            "node_modules/passport-oauth2/lib/strategy.js:141:  if (this._pkceMethod && !options.state) throw new TypeError("
            "'OAuth2Strategy requires `state: true` option when PKCE is enabled');\n",
        ),
    )
    pen.reply(
        "I would not. Three things, in order of weight:\n\n"
        "- **Two sessions.** It wants `request.session` for itself and a cookie of its own. I can write an adapter, but "
        "then `request.logIn` logs people in around `rotateSession`: the basket is lost (that test fails right now) and "
        "the fixation guard with it.\n"
        "- **Addresses.** The GitHub strategy hands over the primary address without saying whether it is verified.\n"
        "- **Fourteen packages** for two providers, to replace about 150 lines.\n\n"
        "The other providers would not be free either: each has its own strategy with its own idea of a profile. "
        "Shall I go back to the plan?",
    )
    pen.go_back(plan, SUMMARY, wait=95)
    project.files.clear()
    project.files.update(untouched)
