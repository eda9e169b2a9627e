import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, createRouter, redirect } from "@tanstack/react-router";
import { sessionQuery } from "@/shared/api/session";
import { VERBS, type Verb } from "@/features/agents/verb-names";
import { lazyPage } from "@/shared/ui/lazily";
import { type Filters, SORTS, type Sort, filtersFrom } from "@/shared/documents/filters";
import { LONGEST_QUERY } from "@/shared/api/limits";
import { readSearch, writeSearch } from "@/shared/lib/address";
import { Frame } from "./Frame";
import { Missing, RouteError } from "./Missing";

interface Context {
  queries: QueryClient;
}

export interface LibrarySearch extends Filters {
  sort?: Sort;
  view?: "grid";
  q?: string;
}

export interface SearchSearch extends Filters {
  q?: string;
}

const root = createRootRouteWithContext<Context>()({ notFoundComponent: Missing, errorComponent: RouteError });

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  validateSearch: (search): { next?: string | undefined; problem?: string } => ({
    // What is not named stays as it came.
    next: typeof search.next === "string" && /^\/(?![/\\])/.test(search.next) ? search.next : undefined,
    ...(typeof search.problem === "string" ? { problem: search.problem } : {}),
  }),
  component: lazyPage(async () => (await import("@/features/account/SignInPage")).SignInPage, true),
});

const welcome = createRoute({
  getParentRoute: () => root,
  path: "/welcome",
  validateSearch: (search): { link?: string; name?: string } => ({
    ...(search.link === undefined ? {} : { link: String(search.link) }),
    ...(search.name === undefined ? {} : { name: String(search.name) }),
  }),
  component: lazyPage(async () => (await import("@/features/account/WelcomePage")).WelcomePage, true),
});

/** Whoever was inside before and no longer is, is told so at the door. */
let wasInside = false;
const ENDED = "ended";

const inside = createRoute({
  getParentRoute: () => root,
  id: "inside",
  beforeLoad: async ({ context, location }) => {
    const session = await context.queries.ensureQueryData(sessionQuery);
    if (!session.signed_in) throw redirect({ to: "/sign-in", search: { ...(location.href === "/" ? {} : { next: location.href }), ...(wasInside ? { problem: ENDED } : {}) } });
    wasInside = true;
  },
  component: Frame,
});

const library = createRoute({
  getParentRoute: () => inside,
  path: "/",
  validateSearch: (search): LibrarySearch => ({
    ...filtersFrom(search),
    ...(SORTS.includes(search.sort as Sort) && search.sort !== "-added" ? { sort: search.sort as Sort } : {}),
    ...(search.view === "grid" ? { view: "grid" as const } : {}),
    ...(search.q !== undefined && search.q !== "" ? { q: String(search.q).slice(0, LONGEST_QUERY) } : {}),
  }),
  component: lazyPage(async () => (await import("@/features/library/LibraryPage")).LibraryPage),
});

const search = createRoute({
  getParentRoute: () => inside,
  path: "/search",
  validateSearch: (search): SearchSearch => ({
    ...filtersFrom(search),
    ...(search.q !== undefined && search.q !== "" ? { q: String(search.q).slice(0, LONGEST_QUERY) } : {}),
  }),
  component: lazyPage(async () => (await import("@/features/search/SearchPage")).SearchPage),
});

const reader = createRoute({
  getParentRoute: () => inside,
  path: "/documents/$documentId",
  component: lazyPage(async () => (await import("@/features/reader/ReaderPage")).ReaderPage),
});

const agents = createRoute({
  getParentRoute: () => inside,
  path: "/agents",
  validateSearch: (search): { verb?: Verb; document?: number; first?: number; last?: number; call?: number } => ({
    ...(VERBS.includes(search.verb as Verb) && search.verb !== "search" ? { verb: search.verb as Verb } : {}),
    ...(Number.isInteger(search.document) ? { document: search.document as number } : {}),
    ...(Number.isInteger(search.first) ? { first: search.first as number } : {}),
    ...(Number.isInteger(search.last) ? { last: search.last as number } : {}),
    ...(Number.isInteger(search.call) ? { call: search.call as number } : {}),
  }),
  component: lazyPage(async () => (await import("@/features/agents/AgentsPage")).AgentsPage),
});

const connect = createRoute({
  getParentRoute: () => inside,
  path: "/connect",
  component: lazyPage(async () => (await import("@/features/connect/ConnectPage")).ConnectPage),
});

const account = createRoute({
  getParentRoute: () => inside,
  path: "/account",
  component: lazyPage(async () => (await import("@/features/account/AccountPage")).AccountPage),
});

/** Any other address: said inside the frame, where every way on is at hand. */
const missing = createRoute({ getParentRoute: () => inside, path: "$", component: Missing });

export function buildRouter(queries: QueryClient) {
  return createRouter({
    routeTree: root.addChildren([signIn, welcome, inside.addChildren([library, search, reader, agents, connect, account, missing])]),
    context: { queries },
    // A page that fails does so in its own place: the bar, the strip and the tray stay.
    defaultErrorComponent: RouteError,
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    defaultPreload: "intent",
    defaultPreloadStaleTime: 0,
    scrollRestoration: false,
    defaultHashScrollIntoView: false,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof buildRouter>;
  }
}
