//! The public names of a package, read from its sources: every module, type, trait, function and constant that a user
//! can reach from `lib.rs`, and every method and constant of a reachable type.
//!
//! Fields, variants and implementations of traits belong to the item that declares them and have no separate lines. An
//! item that can be reached by several paths is listed once, with the shortest path. Like rustdoc, the list omits items
//! with `#[doc(hidden)]`, tests, and items that another package declares.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use syn::{Attribute, Ident, ImplItem, Item, TraitItem, Type, UseTree, Visibility};

/// The path of a module from the root of the package, as a list of module names.
type ModulePath = Vec<String>;

/// Returns the public names of the package whose root is `lib`, sorted, each with its path: `machine::Machine::new`.
pub fn public_names(lib: &Path) -> Vec<String> {
    let mut package = Package::default();
    let folder = lib.parent().expect("lib.rs lies in a folder");
    package.read(lib, folder, Vec::new());
    let mut names = Names { package: &package, items: BTreeMap::new() };
    names.take_module(&Vec::new(), &Vec::new());
    let members = names.members();
    let all: BTreeSet<String> = names.items.into_values().chain(members).collect();
    all.into_iter().collect()
}

/// All public and private modules of a package, with their items.
#[derive(Default)]
struct Package {
    modules: BTreeMap<ModulePath, Vec<Item>>,
}

impl Package {
    /// Reads the module of a file. The files of the module's children are in `folder`.
    fn read(&mut self, file: &Path, folder: &Path, module: ModulePath) {
        let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let items = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display())).items;
        self.add(items, folder, module);
    }

    fn add(&mut self, items: Vec<Item>, folder: &Path, module: ModulePath) {
        let items: Vec<Item> = items.into_iter().filter(|item| !is_left_out(attributes(item))).collect();
        for item in &items {
            let Item::Mod(child) = item else { continue };
            let name = child.ident.to_string();
            let path = [&module[..], std::slice::from_ref(&name)].concat();
            let folder = folder.join(&name);
            match &child.content {
                Some((_, items)) => self.add(items.clone(), &folder, path),
                None => self.read(&file_of(&folder), &folder, path),
            }
        }
        self.modules.insert(module, items);
    }

    /// Follows a path that is used in the module `from`. Returns the module to which the path leads, and the rest of
    /// the path. Returns `None` if the path leads to another package.
    fn resolve<'a>(&self, from: &ModulePath, path: &'a [String]) -> Option<(ModulePath, &'a [String])> {
        let (mut at, mut rest) = match path.first()?.as_str() {
            "crate" => (Vec::new(), &path[1..]),
            "self" => (from.clone(), &path[1..]),
            "super" => (from[..from.len() - 1].to_vec(), &path[1..]),
            first => {
                let has = |item: &Item| identifier(item).is_some_and(|own| own == first);
                if !self.modules[from].iter().any(has) {
                    return None;
                }
                (from.clone(), path)
            }
        };
        while let [name, left @ ..] = rest {
            if name == "super" {
                at.pop();
            } else {
                let child = [&at[..], std::slice::from_ref(name)].concat();
                if !self.modules.contains_key(&child) {
                    break;
                }
                at = child;
            }
            rest = left;
        }
        Some((at, rest))
    }

    /// Returns the module that declares the type `name` of `module`, and the name of the type in its declaration.
    fn declaration(&self, module: &ModulePath, name: &str) -> Option<(ModulePath, String)> {
        for item in &self.modules[module] {
            if identifier(item).is_some_and(|own| own == name) && !matches!(item, Item::Mod(_)) {
                return Some((module.clone(), name.to_owned()));
            }
            let Item::Use(item) = item else { continue };
            for (path, alias) in used(&item.tree) {
                if alias != name {
                    continue;
                }
                if let Some((at, [last])) = self.resolve(module, &path) {
                    return self.declaration(&at, last);
                }
            }
        }
        None
    }
}

/// The names found in the public modules.
struct Names<'a> {
    package: &'a Package,
    /// For each reachable item: the module that declares the item, its name in that module, and the shortest path that
    /// users write.
    items: BTreeMap<(ModulePath, String), String>,
}

impl Names<'_> {
    /// Collects the public items of `module`. Users reach this module by `path`.
    fn take_module(&mut self, module: &ModulePath, path: &ModulePath) {
        for item in &self.package.modules[module] {
            match item {
                Item::Use(item) if is_public(&item.vis) => {
                    for (used, alias) in used(&item.tree) {
                        self.take_use(module, path, &used, &alias);
                    }
                }
                _ => self.take_item(module, path, item, None),
            }
        }
    }

    fn take_item(&mut self, module: &ModulePath, path: &ModulePath, item: &Item, alias: Option<&str>) {
        let Some(own) = identifier(item).filter(|_| is_visible(item)) else { return };
        let own = own.to_string();
        let name = [&path[..], &[alias.unwrap_or(&own).to_owned()]].concat();
        if matches!(item, Item::Mod(_)) {
            self.take_module(&[&module[..], std::slice::from_ref(&own)].concat(), &name);
        }
        self.add((module.clone(), own), name.join("::"));
    }

    fn add(&mut self, declared: (ModulePath, String), path: String) {
        let length = |path: &str| (path.matches("::").count(), path.len());
        let known = self.items.entry(declared).or_insert_with(|| path.clone());
        if length(&path) < length(known) {
            *known = path;
        }
    }

    /// Collects the item that a `pub use` names, if this package declares it.
    fn take_use(&mut self, module: &ModulePath, path: &ModulePath, used: &[String], alias: &str) {
        let Some((at, rest)) = self.package.resolve(module, used) else { return };
        match rest {
            [] => {
                let path = [&path[..], &[alias.to_owned()]].concat();
                self.take_module(&at, &path);
                let (own, parent) = at.split_last().expect("a module that has a name");
                self.add((parent.to_vec(), own.clone()), path.join("::"));
            }
            [name] if name == "*" => self.take_module(&at, path),
            [name] => {
                let (at, name) = self.package.declaration(&at, name).unwrap_or_else(|| (at.clone(), name.clone()));
                for item in &self.package.modules[&at] {
                    if identifier(item).is_some_and(|own| *own == name) {
                        self.take_item(&at, path, item, Some(alias));
                    }
                }
            }
            _ => panic!("cannot follow 'pub use {}' in {}", used.join("::"), module.join("::")),
        }
    }

    /// Returns the public methods and constants of the reachable types and traits, in all modules that implement them.
    fn members(&self) -> Vec<String> {
        let mut members = Vec::new();
        for (module, items) in &self.package.modules {
            for item in items {
                match item {
                    Item::Impl(item) if item.trait_.is_none() => {
                        let Type::Path(own) = &*item.self_ty else { continue };
                        let Some(last) = own.path.segments.last() else { continue };
                        let declared = self.package.declaration(module, &last.ident.to_string());
                        let Some(path) = declared.and_then(|declared| self.items.get(&declared)) else { continue };
                        members.extend(item.items.iter().filter_map(member).map(|name| format!("{path}::{name}")));
                    }
                    Item::Trait(item) => {
                        let Some(path) = self.items.get(&(module.clone(), item.ident.to_string())) else { continue };
                        members.extend(item.items.iter().filter_map(demand).map(|name| format!("{path}::{name}")));
                    }
                    _ => {}
                }
            }
        }
        members
    }
}

/// Returns the name of an item of an implementation, if users can see the item.
fn member(item: &ImplItem) -> Option<&Ident> {
    match item {
        ImplItem::Fn(item) if is_public(&item.vis) && !is_left_out(&item.attrs) => Some(&item.sig.ident),
        ImplItem::Const(item) if is_public(&item.vis) && !is_left_out(&item.attrs) => Some(&item.ident),
        _ => None,
    }
}

/// Returns the name of an item of a trait, if users can see the item.
fn demand(item: &TraitItem) -> Option<&Ident> {
    match item {
        TraitItem::Fn(item) if !is_left_out(&item.attrs) => Some(&item.sig.ident),
        TraitItem::Const(item) if !is_left_out(&item.attrs) => Some(&item.ident),
        _ => None,
    }
}

/// Returns the file of a module whose children are in `folder`.
fn file_of(folder: &Path) -> PathBuf {
    let file = folder.with_extension("rs");
    if file.is_file() { file } else { folder.join("mod.rs") }
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// Whether rustdoc leaves an item out: hidden, or compiled for tests only.
fn is_left_out(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let Ok(list) = attribute.meta.require_list() else { return false };
        let words = list.tokens.to_string();
        list.path.is_ident("doc") && words == "hidden"
            || list.path.is_ident("cfg") && matches!(words.as_str(), "test" | "doctest")
    })
}

/// Returns the paths of a `use`, each with the name under which the item is imported.
fn used(tree: &UseTree) -> Vec<(Vec<String>, String)> {
    match tree {
        UseTree::Path(path) => {
            let below = used(&path.tree).into_iter();
            let with_head = |(rest, alias): (Vec<String>, String)| {
                let head = path.ident.to_string();
                match rest[..] {
                    // `use path::{self}`.
                    [ref own] if own == "self" => (vec![head.clone()], if alias == "self" { head } else { alias }),
                    _ => ([vec![head], rest].concat(), alias),
                }
            };
            below.map(with_head).collect()
        }
        UseTree::Name(name) => vec![(vec![name.ident.to_string()], name.ident.to_string())],
        UseTree::Rename(name) => vec![(vec![name.ident.to_string()], name.rename.to_string())],
        UseTree::Glob(_) => vec![(vec!["*".to_owned()], "*".to_owned())],
        UseTree::Group(group) => group.items.iter().flat_map(used).collect(),
    }
}

fn identifier(item: &Item) -> Option<&Ident> {
    Some(match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Mod(item) => &item.ident,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    })
}

fn is_visible(item: &Item) -> bool {
    match item {
        Item::Const(item) => is_public(&item.vis),
        Item::Enum(item) => is_public(&item.vis),
        Item::Fn(item) => is_public(&item.vis),
        Item::Macro(item) => item.attrs.iter().any(|attribute| attribute.path().is_ident("macro_export")),
        Item::Mod(item) => is_public(&item.vis),
        Item::Static(item) => is_public(&item.vis),
        Item::Struct(item) => is_public(&item.vis),
        Item::Trait(item) => is_public(&item.vis),
        Item::Type(item) => is_public(&item.vis),
        Item::Union(item) => is_public(&item.vis),
        _ => false,
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}
